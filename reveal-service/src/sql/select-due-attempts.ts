import { statement } from '@prospecting/platform/postgres';

export interface DueAttemptRow {
  readonly accountId: string;
  readonly attemptId: string;
  readonly at: Date;
}

/**
 * Returns the oldest committed attempts from before a time whose ids are still those of the subjects.
 * Locks nothing. Served in order by attempts_kept_idx.
 */
export const selectDueAttempts = statement<[committedBefore: Date, limit: number], DueAttemptRow>(
  'reveal_select_due_attempts',
  `select account_id as "accountId", attempt_id as "attemptId", at
  from reveal.attempts
  where state = 'committed' and anonymized_at is null and at <= $1
  order by at
  limit $2`,
);
