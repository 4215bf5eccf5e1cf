import type { credits } from '@prospecting/protos';
import { selectPendingReservations } from '../sql/select-pending-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { checkLimit } from './validate.js';

/** The oldest reservations that are pending and were made before an instant, of all accounts. Throws validation_failed. */
export async function listPendingReservations(
  { pool, clock }: CreditsDependencies,
  { minAgeMs, limit }: credits.ListPendingReservationsRequest,
): Promise<credits.ListPendingReservationsResponse> {
  checkLimit(limit);
  const rows = await selectPendingReservations.run(pool, [new Date(clock.now().getTime() - minAgeMs), limit]);
  return { reservations: rows.map(toReservation), nextAfter: '' };
}
