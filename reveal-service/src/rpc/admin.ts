import type { Service } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { AdminDependencies } from './dependencies.js';
import { eraseSubjects, findSubjects } from './erase-subjects.js';
import { listAttempts } from './list-attempts.js';
import { listOperations } from './list-operations.js';
import { listReveals } from './list-reveals.js';
import { listRevealsByTime } from './list-reveals-by-time.js';
import { addOwnedEmails, listOwnedEmails, removeOwnedEmails } from './owned-emails.js';
import { listPrices, setPrice } from './prices.js';
import { settleReservation } from './settle-reservation.js';
import { sumSpending } from './sum-spending.js';

/**
 * Builds RevealAdmin, for operators: prices, owned addresses, the lists that an audit compares,
 * the resolution of a single reservation, and the erasure of persons.
 */
export function createRevealAdmin(dependencies: AdminDependencies): Service<reveal.RevealAdminDefinition> {
  return {
    listPrices: () => listPrices(dependencies),
    setPrice: (request) => setPrice(dependencies, request),
    addOwnedEmails: (request) => addOwnedEmails(dependencies, request),
    removeOwnedEmails: (request) => removeOwnedEmails(dependencies, request),
    listOwnedEmails: (request) => listOwnedEmails(dependencies, request),
    listAttempts: (request) => listAttempts(dependencies, request),
    listReveals: (request) => listReveals(dependencies, request),
    listRevealsByTime: (request) => listRevealsByTime(dependencies, request),
    sumSpending: (request) => sumSpending(dependencies, request),
    listOperations: (request) => listOperations(dependencies, request),
    settleReservation: (request, call) => settleReservation(dependencies, request, call),
    findSubjects: (request, call) => findSubjects(dependencies, request, call),
    eraseSubjects: (request, call) => eraseSubjects(dependencies, request, call),
  };
}
