import { served } from '@prospecting/platform/grpc';
import { databaseAnswers, type Application } from '@prospecting/platform/serving';
import { revealAdmin, revealSpender, revealViewer } from '@prospecting/protos';
import { createRevealAdmin } from './rpc/admin.js';
import { createSpending } from './rpc/spender.js';
import { createRevealViewer } from './rpc/viewer.js';
import type { SpendingDependencies } from './spending/dependencies.js';
import type { RecoveryOptions } from './spending/recovery.js';

export interface ServerDependencies extends SpendingDependencies {
  /** Ends the connections to credits-service. */
  closeCredits(): void;
}

/** The service as it is served. */
export interface RevealApplication extends Application {
  /** Begins to end reservations that crashes left pending, until the application is closed. */
  startRecovery(): void;
}

/** Longest that closing waits for captures under way; what is left, recovery finds. */
const CLOSING_LIMIT_MS = 3_000;

/** The service as it is served; nothing listens and nothing runs yet. Closing it ends recovery, both pools and the connections to credits. */
export function buildApplication(dependencies: ServerDependencies, options: RecoveryOptions): RevealApplication {
  const { revealPool, directoryPool } = dependencies;
  const spending = createSpending(dependencies, options);
  return {
    services: [
      served(revealViewer, createRevealViewer(dependencies)),
      served(revealSpender, spending.spender),
      served(revealAdmin, createRevealAdmin(dependencies)),
    ],
    checks: { revealDatabase: databaseAnswers(revealPool), directoryDatabase: databaseAnswers(directoryPool) },
    startRecovery: () => spending.recovery.start(),
    close: async () => {
      await spending.stop(CLOSING_LIMIT_MS);
      dependencies.closeCredits();
      await Promise.all([revealPool.end(), directoryPool.end()]);
    },
  };
}
