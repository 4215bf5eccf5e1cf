import { served } from '@prospecting/platform/grpc';
import { databaseAnswers, type Application } from '@prospecting/platform/serving';
import { creditsLedger, creditsReader } from '@prospecting/protos';
import type { CreditsDependencies } from './rpc/dependencies.js';
import { createCreditsLedger } from './rpc/ledger.js';
import { createCreditsReader } from './rpc/reader.js';

/** The service as it is served; nothing listens yet. Closing it ends the pool. */
export function buildApplication(dependencies: CreditsDependencies): Application {
  const { pool } = dependencies;
  return {
    services: [
      served(creditsReader, createCreditsReader(dependencies)),
      served(creditsLedger, createCreditsLedger(dependencies)),
    ],
    checks: { database: databaseAnswers(pool) },
    close: () => pool.end(),
  };
}
