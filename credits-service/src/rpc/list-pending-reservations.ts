import type { credits } from '@prospecting/protos';
import { selectPendingReservations } from '../sql/select-pending-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { checkLimit, formatAgePosition, parseAgePosition, refuse } from './validate.js';

/**
 * A page of the reservations of all accounts that are pending and at least so old by the database's
 * clock, oldest first. Asks no clock of the service, so that recovery works while that is wrong. Throws
 * validation_failed.
 */
export async function listPendingReservations(
  { pool }: CreditsDependencies,
  { minAgeMs, after, limit }: credits.ListPendingReservationsRequest,
): Promise<credits.ListPendingReservationsResponse> {
  if (!Number.isSafeInteger(minAgeMs) || minAgeMs < 0) refuse('minAgeMs', 'must be 0 or more, and whole');
  const position = parseAgePosition('after', after);
  checkLimit(limit);
  // One more than the page has tells whether another follows.
  const rows = await selectPendingReservations.run(pool, [minAgeMs, ...position, limit + 1]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    reservations: page.map(toReservation),
    nextAfter:
      last === undefined ? '' : formatAgePosition([String(last.reservedAtMicros), last.accountId, last.reservationId]),
  };
}
