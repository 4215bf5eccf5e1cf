import type { Service } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { AdminDependencies } from './dependencies.js';
import { listAttempts } from './list-attempts.js';
import { listOperations } from './list-operations.js';
import { listReveals } from './list-reveals.js';
import { addOwnedEmails, listOwnedEmails } from './owned-emails.js';
import { listPrices, setPrice } from './prices.js';
import { settleReservation } from './settle-reservation.js';

/**
 * Builds RevealAdmin, for operators: prices, owned addresses, the lists that an audit compares, and
 * the resolution of a single reservation.
 */
export function createRevealAdmin(dependencies: AdminDependencies): Service<reveal.RevealAdminDefinition> {
  return {
    listPrices: () => listPrices(dependencies),
    setPrice: (request) => setPrice(dependencies, request),
    addOwnedEmails: (request) => addOwnedEmails(dependencies, request),
    listOwnedEmails: (request) => listOwnedEmails(dependencies, request),
    listAttempts: (request) => listAttempts(dependencies, request),
    listReveals: (request) => listReveals(dependencies, request),
    listOperations: (request) => listOperations(dependencies, request),
    settleReservation: (request, call) => settleReservation(dependencies, request, call),
  };
}
