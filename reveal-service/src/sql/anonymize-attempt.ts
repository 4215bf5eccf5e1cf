import { statement } from '@prospecting/platform/postgres';

/**
 * Replaces the ids in an attempt past its year and deletes its reveals. Returns null for an attempt
 * that another process has, that is done, or that is younger than a year by the database's clock.
 * Locks the attempt and its reveals. Served by attempts_pkey and reveals_pkey.
 */
export const anonymizeAttempt = statement<
  [accountId: string, attemptId: string, committedBefore: Date],
  { readonly reveals: number | null }
>('reveal_anonymize_attempt', `select reveal.anonymize_attempt($1, $2, $3) as reveals`);
