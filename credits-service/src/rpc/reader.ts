import type { Service } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { CreditsDependencies } from './dependencies.js';
import { getBalances } from './get-balances.js';
import { listEntries } from './list-entries.js';

/** Reads balances and the ledger. A balance that is due for its monthly reset gets it first. */
export function createCreditsReader(dependencies: CreditsDependencies): Service<credits.CreditsReaderDefinition> {
  return {
    getBalances: (request) => getBalances(dependencies, request),
    listEntries: (request) => listEntries(dependencies, request),
  };
}
