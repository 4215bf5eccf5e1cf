import { statement } from '@prospecting/platform/postgres';

/** How an attempt on record ended. */
export type AttemptState = 'committed' | 'aborted';

/** Which of an account's attempts are on record, and how they ended. Locks nothing. Served by attempts_pkey. */
export const selectAttemptStates = statement<
  [accountId: string, attemptIds: readonly string[]],
  { attemptId: string; state: AttemptState }
>(
  'reveal_select_attempt_states',
  `select attempt_id as "attemptId", state
  from reveal.attempts
  where account_id = $1 and attempt_id = any ($2::uuid[])`,
);
