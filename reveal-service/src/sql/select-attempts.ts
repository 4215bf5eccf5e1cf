import { statement } from '@prospecting/platform/postgres';

/** An attempt on record. */
export interface AttemptRow {
  readonly attemptId: string;
  readonly state: 'committed' | 'aborted';
  /** The price of everything it revealed; 0 for an aborted one. */
  readonly millicredits: number;
  /**
   * When it ended. The database's clock dates an aborted attempt, the service's clock a committed
   * one.
   */
  readonly at: Date;
}

/**
 * Returns those of an account's attempts that are on record. Locks nothing. Served by
 * attempts_pkey.
 */
export const selectAttempts = statement<[accountId: string, attemptIds: readonly string[]], AttemptRow>(
  'reveal_select_attempts',
  `select attempt_id as "attemptId", state, millicredits, at
  from reveal.attempts
  where account_id = $1 and attempt_id = any ($2::uuid[])`,
);
