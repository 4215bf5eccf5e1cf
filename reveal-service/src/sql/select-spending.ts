import { statement } from '@prospecting/platform/postgres';

export interface SpendingRow {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  readonly keyId: string | null;
  readonly millicredits: number;
}

/**
 * Returns what an account spent on each UTC day by each key. Reads every attempt of the account by
 * attempts_pkey: only people ask, and an index on the time would cost every spend. Locks nothing.
 */
export const selectSpending = statement<readonly [accountId: string, from: Date, to: Date], SpendingRow>(
  'reveal_select_spending',
  `select
    to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
    key_id as "keyId",
    sum(millicredits)::bigint as millicredits
  from reveal.attempts
  where account_id = $1 and state = 'committed' and millicredits > 0 and at >= $2 and at < $3
  group by 1, 2
  order by 1, 2`,
);
