import { statement } from '@prospecting/platform/postgres';

/**
 * What one account has in clear of the given subjects of one kind.
 * Locks nothing. Served by reveals_pkey (account_id, subject_kind, subject_id).
 */
export const selectRevealed = statement<
  [accountId: string, subjectKind: string, subjectIds: readonly string[], now: Date],
  { subjectId: string; infoType: string }
>(
  'reveal_select_revealed',
  `select subject_id as "subjectId", info_type as "infoType"
  from reveal.reveals
  where account_id = $1 and subject_kind = $2 and subject_id = any ($3::uuid[])
    and expires_at > $4`,
);
