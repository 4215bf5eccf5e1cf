import type { credits } from '@prospecting/protos';
import { selectPendingReservations } from '../sql/select-pending-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { assertPageLimit, formatAgePosition, invalidField, parseAgePosition } from './validate.js';

/**
 * Returns a page of the pending reservations of all accounts with a minimum age by the database's
 * clock, oldest first. It does not read the service's clock, so recovery works while that is wrong.
 * Throws validation_failed.
 */
export async function listPendingReservations(
  { pool }: CreditsDependencies,
  { minAgeMs, after, limit }: credits.ListPendingReservationsRequest,
): Promise<credits.ListPendingReservationsResponse> {
  if (!Number.isSafeInteger(minAgeMs) || minAgeMs < 0) throw invalidField('minAgeMs', 'must be 0 or more, and whole');
  const position = parseAgePosition('after', after);
  assertPageLimit(limit);
  // One row more than the page shows whether another page follows.
  const rows = await selectPendingReservations.run(pool, [minAgeMs, ...position, limit + 1]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    reservations: page.map(toReservation),
    nextAfter:
      last === undefined ? '' : formatAgePosition([String(last.reservedAtMicros), last.accountId, last.reservationId]),
  };
}
