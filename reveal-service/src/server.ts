import type { Clock } from '@prospecting/platform/clock';
import { served } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { databaseAnswers, type Application } from '@prospecting/platform/serving';
import { revealAdmin, revealViewer } from '@prospecting/protos';
import { createRevealAdmin } from './rpc/admin.js';
import { createRevealViewer } from './rpc/viewer.js';

export interface ServerDependencies {
  readonly revealPool: Pool;
  readonly directoryPool: Pool;
  readonly clock: Clock;
}

/** The service as it is served; nothing listens yet. Closing it ends both pools. */
export function buildApplication(dependencies: ServerDependencies): Application {
  const { revealPool, directoryPool } = dependencies;
  return {
    services: [
      served(revealViewer, createRevealViewer(dependencies)),
      served(revealAdmin, createRevealAdmin(dependencies)),
    ],
    checks: { revealDatabase: databaseAnswers(revealPool), directoryDatabase: databaseAnswers(directoryPool) },
    close: async () => {
      await Promise.all([revealPool.end(), directoryPool.end()]);
    },
  };
}
