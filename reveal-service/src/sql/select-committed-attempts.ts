import { statement } from '@prospecting/platform/postgres';

/**
 * A page of what an account's committed attempts cost, by attempt_id: added up from what each revealed, so that an audit compares facts
 * and not a sum with itself. Locks nothing. Served in order by attempts_pkey.
 */
export const selectCommittedAttempts = statement<
  [accountId: string, afterAttemptId: string, limit: number],
  { attemptId: string; millicredits: number }
>(
  'reveal_select_committed_attempts',
  `select
    attempts.attempt_id as "attemptId",
    (select coalesce(sum((revealed ->> 3)::bigint), 0)::bigint from jsonb_array_elements(attempts.reveals) as revealed)
      as "millicredits"
  from reveal.attempts
  where attempts.account_id = $1 and attempts.attempt_id > $2 and attempts.state = 'committed'
  order by attempts.attempt_id
  limit $3`,
);
