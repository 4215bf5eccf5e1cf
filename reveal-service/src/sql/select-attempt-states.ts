import { statement } from '@prospecting/platform/postgres';

/** How an attempt on record ended. */
export type AttemptState = 'committed' | 'aborted';

/** How an attempt on record ended, and when. */
export interface EndedAttempt {
  readonly state: AttemptState;
  /** Of an aborted one by the database's clock. */
  readonly at: Date;
}

/** Which of an account's attempts are on record, and how they ended. Locks nothing. Served by attempts_pkey. */
export const selectAttemptStates = statement<
  [accountId: string, attemptIds: readonly string[]],
  EndedAttempt & { readonly attemptId: string }
>(
  'reveal_select_attempt_states',
  `select attempt_id as "attemptId", state, at
  from reveal.attempts
  where account_id = $1 and attempt_id = any ($2::uuid[])`,
);
