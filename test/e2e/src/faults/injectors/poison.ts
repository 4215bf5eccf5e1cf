import { randomUUID } from 'node:crypto';
import type { FaultyDatabase, Sql } from '../database.js';

/** An attempt that can never be resolved, in a separate account. */
export interface Poison {
  readonly accountId: string;
  readonly attemptId: string;
}

const RESERVED = 1_000;
const COSTS = 2_000;

/**
 * Writes attempts that committed more than they reserved, as no service would. credits-service
 * permanently refuses to capture them. Each comes first in the order in which recovery reads
 * reservations.
 */
export async function insertPoison(
  database: FaultyDatabase,
  accountIds: readonly string[],
): Promise<readonly Poison[]> {
  const poisons = accountIds.map((accountId) => ({ accountId, attemptId: randomUUID() }));
  for (const poison of poisons) await database.transaction(statementsOf(poison));
  return poisons;
}

function statementsOf({ accountId, attemptId }: Poison): Sql[] {
  const subjectId = randomUUID();
  const reveals = JSON.stringify([['contact', subjectId, 'phone', COSTS]]);
  return [
    [
      `insert into credits.reservations
        (account_id, reservation_id, included_millicredits, purchased_millicredits, renews_at, reserved_at)
      select account_id, $2, 0, $3, renews_at, now() - interval '5 minutes' from credits.balances where account_id = $1`,
      [accountId, attemptId, RESERVED],
    ],
    [
      `insert into credits.entries
        (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
      select account_id, last_entry_id + 1, now(), 'reserve', 0, -$3::bigint, $2 from credits.balances where account_id = $1`,
      [accountId, attemptId, RESERVED],
    ],
    [
      `update credits.balances
      set purchased_millicredits = purchased_millicredits - $2, last_entry_id = last_entry_id + 1 where account_id = $1`,
      [accountId, RESERVED],
    ],
    [
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      values ($1, $2, 'committed', $3, $4, now())`,
      [accountId, attemptId, COSTS, reveals],
    ],
    [
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
      values ($1, sha256($2::text::bytea), $2::uuid, '[]', now())`,
      [accountId, attemptId],
    ],
    [
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id)
      values ($1, 'contact', $2, 'phone', now(), now() + interval '1 year', $3, $4)`,
      [accountId, subjectId, COSTS, attemptId],
    ],
  ];
}
