import type { credits } from '@prospecting/protos';
import { selectReservations } from '../sql/select-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservationRecord } from './present.js';
import { assertPageLimit, parseAccountId, parseAfterId } from './validate.js';

/**
 * Returns a page of the account's reservations in the order of their ids, each with its entries. A
 * page that is not full is the last. Throws validation_failed.
 */
export async function listReservations(
  { pool }: CreditsDependencies,
  { accountId, afterReservationId, limit }: credits.ListReservationsRequest,
): Promise<credits.ListReservationsResponse> {
  const account = parseAccountId(accountId);
  const after = parseAfterId('afterReservationId', afterReservationId);
  assertPageLimit(limit);
  const rows = await selectReservations.run(pool, [account, after, limit]);
  return { records: rows.map(toReservationRecord) };
}
