import type { Service } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { CreditsDependencies } from './dependencies.js';
import { getBalances } from './get-balances.js';
import { listAccounts } from './list-accounts.js';
import { listEntries } from './list-entries.js';
import { listPendingReservations } from './list-pending-reservations.js';
import { listReservations } from './list-reservations.js';

/**
 * Creates the service that reads balances, the ledger and reservations. It makes a monthly reset
 * that is due before it returns a balance.
 */
export function createCreditsReader(dependencies: CreditsDependencies): Service<credits.CreditsReaderDefinition> {
  return {
    getBalances: (request) => getBalances(dependencies, request),
    listEntries: (request) => listEntries(dependencies, request),
    listPendingReservations: (request) => listPendingReservations(dependencies, request),
    listReservations: (request) => listReservations(dependencies, request),
    listAccounts: (request) => listAccounts(dependencies, request),
  };
}
