import { statement } from '@prospecting/platform/postgres';
import type { InfoType, Subject } from '../subjects.js';

export interface RevealedRow {
  readonly subjectId: string;
  readonly infoType: InfoType;
}

/**
 * Returns what one account has revealed of the given subjects of one kind. A reveal counts as soon
 * as its row exists, also before `revealed_at`: a replica whose clock is a little slow must not
 * mask what was just paid for. Locks nothing. Served by reveals_pkey (account_id, subject_kind,
 * subject_id).
 */
export const selectRevealed = statement<
  [accountId: string, subjectKind: Subject, subjectIds: readonly string[], now: Date],
  RevealedRow
>(
  'reveal_select_revealed',
  `select subject_id as "subjectId", info_type as "infoType"
  from reveal.reveals
  where account_id = $1 and subject_kind = $2 and subject_id = any ($3::uuid[])
    and expires_at > $4`,
);
