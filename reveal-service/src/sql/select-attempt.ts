import { statement } from '@prospecting/platform/postgres';

/** One attempt of an account. Locks nothing. Served by attempts_pkey. */
export const selectAttempt = statement<
  [accountId: string, attemptId: string],
  { state: 'committed' | 'aborted'; millicredits: number }
>(
  'reveal_select_attempt',
  `select state, millicredits
  from reveal.attempts
  where account_id = $1 and attempt_id = $2`,
);
