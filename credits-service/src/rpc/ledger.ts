import type { Service } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { CreditsDependencies } from './dependencies.js';
import { grant } from './grant.js';
import { reserve } from './reserve.js';
import { capture, release } from './resolve.js';
import { subscribe } from './subscribe.js';

/** Creates the service that moves credits. A balance and its ledger change in one transaction. */
export function createCreditsLedger(dependencies: CreditsDependencies): Service<credits.CreditsLedgerDefinition> {
  return {
    subscribe: (request) => subscribe(dependencies, request),
    grant: (request) => grant(dependencies, request),
    reserve: (request) => reserve(dependencies, request),
    capture: (request) => capture(dependencies, request),
    release: (request) => release(dependencies, request),
  };
}
