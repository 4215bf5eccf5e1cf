import { statement } from '@prospecting/platform/postgres';

/**
 * Aborts an attempt unless it is on record. Returns a row only when this statement aborted it.
 * Waits for a commit of the attempt that is under way. The database's clock dates the row: tries
 * compare their own beginning with it. Locks the new row. Served by attempts_pkey.
 */
export const insertAbortedAttempt = statement<[accountId: string, attemptId: string], { attemptId: string }>(
  'reveal_insert_aborted_attempt',
  `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
  values ($1, $2, 'aborted', 0, '[]', clock_timestamp())
  on conflict on constraint attempts_pkey do nothing
  returning attempt_id as "attemptId"`,
);
