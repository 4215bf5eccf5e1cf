import { validationFailed } from '@prospecting/platform/errors';
import { fromTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import { selectPendingReservations } from '../sql/select-pending-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { checkLimit } from './validate.js';

/** The oldest reservations that are pending and were made before an instant, of all accounts. Throws validation_failed. */
export async function listPendingReservations(
  { pool }: CreditsDependencies,
  { reservedBefore, limit }: credits.ListPendingReservationsRequest,
): Promise<credits.ListPendingReservationsResponse> {
  checkLimit(limit);
  if (reservedBefore === null) throw validationFailed({ reservedBefore: ['is required'] });
  const rows = await selectPendingReservations.run(pool, [fromTimestamp(reservedBefore), limit]);
  return { reservations: rows.map(toReservation) };
}
