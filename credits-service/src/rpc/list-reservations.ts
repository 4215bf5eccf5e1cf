import type { credits } from '@prospecting/protos';
import { selectReservations } from '../sql/select-reservations.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservationRecord } from './present.js';
import { checkLimit, parseAccountId, parseAfter } from './validate.js';

/** A page of the account's reservations by id, each with its entries; a page that is not full is the last. Throws validation_failed. */
export async function listReservations(
  { pool }: CreditsDependencies,
  { accountId, afterReservationId, limit }: credits.ListReservationsRequest,
): Promise<credits.ListReservationsResponse> {
  const account = parseAccountId(accountId);
  const after = parseAfter('afterReservationId', afterReservationId);
  checkLimit(limit);
  const rows = await selectReservations.run(pool, [account, after, limit]);
  return { records: rows.map(toReservationRecord) };
}
