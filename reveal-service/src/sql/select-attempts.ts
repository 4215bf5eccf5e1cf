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
 * attempts_pkey, with one look-up for each id: "offset 0" keeps the planner from reading all
 * attempts of the account instead.
 */
export const selectAttempts = statement<[accountId: string, attemptIds: readonly string[]], AttemptRow>(
  'reveal_select_attempts',
  `select found.attempt_id as "attemptId", found.state, found.millicredits, found.at
  from (select distinct attempt_id from unnest($2::uuid[]) as each (attempt_id)) as wanted
  cross join lateral (
    select attempt_id, state, millicredits, at
    from reveal.attempts
    where account_id = $1 and attempt_id = wanted.attempt_id
    offset 0
  ) as found`,
);
