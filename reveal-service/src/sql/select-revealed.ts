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
 * subject_id), with one look-up for each subject: "offset 0" keeps the planner from reading all
 * reveals of the account instead.
 */
export const selectRevealed = statement<
  [accountId: string, subjectKind: Subject, subjectIds: readonly string[], now: Date],
  RevealedRow
>(
  'reveal_select_revealed',
  `select found.subject_id as "subjectId", found.info_type as "infoType"
  from (select distinct subject_id from unnest($3::uuid[]) as each (subject_id)) as wanted
  cross join lateral (
    select subject_id, info_type
    from reveal.reveals
    where account_id = $1 and subject_kind = $2 and subject_id = wanted.subject_id
      and expires_at > $4
    offset 0
  ) as found`,
);
