import { statement } from '@prospecting/platform/postgres';
import type { InfoType, Subject } from '../subjects.js';

/** One reveal of an account, with the key that asked. */
export interface RevealByKeyRow {
  readonly revealedAt: Date;
  /** In microseconds since 1970: the position of the row is exact. */
  readonly revealedAtMicros: string;
  readonly expiresAt: Date;
  readonly subject: Subject;
  readonly subjectId: string;
  readonly infoType: InfoType;
  readonly millicredits: number;
  readonly keyId: string | null;
}

/** The position of a page: the row before it. The first three are null for the first page. */
export type TimePosition = readonly [
  beforeMicros: string | null,
  beforeSubject: string | null,
  beforeSubjectId: string | null,
  beforeInfoType: string | null,
];

/**
 * Returns a page of an account's reveals of a time, newest first, expired ones included. Reads every
 * reveal of the account by reveals_pkey and keeps the newest: only people ask, and an index on the
 * time would cost every spend. The key is found by attempts_pkey for the rows that are returned.
 * Locks nothing.
 */
export const selectRevealsByTime = statement<
  readonly [accountId: string, from: Date, to: Date, subject: string | null, ...before: TimePosition, limit: number],
  RevealByKeyRow
>(
  'reveal_select_reveals_by_time',
  `with newest as (
    select subject_kind, subject_id, info_type, millicredits, attempt_id, revealed_at, expires_at
    from reveal.reveals
    where account_id = $1
      and revealed_at >= $2 and revealed_at < $3
      and ($4::text is null or subject_kind = $4)
      and ($5::text is null or (revealed_at, subject_kind, subject_id, info_type)
        < (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::text, $7::uuid, $8::text))
    order by revealed_at desc, subject_kind desc, subject_id desc, info_type desc
    limit $9
  )
  select
    newest.revealed_at as "revealedAt",
    ((extract(epoch from newest.revealed_at) * 1000000)::bigint)::text as "revealedAtMicros",
    newest.expires_at as "expiresAt",
    newest.subject_kind as "subject",
    newest.subject_id as "subjectId",
    newest.info_type as "infoType",
    newest.millicredits,
    attempts.key_id as "keyId"
  from newest
  -- The limit makes it one look-up for each, also for an account among many smaller ones.
  left join lateral (
    select key_id
    from reveal.attempts
    where account_id = $1 and attempt_id = newest.attempt_id
    limit 1
  ) as attempts on true
  order by newest.revealed_at desc, newest.subject_kind desc, newest.subject_id desc, newest.info_type desc`,
);
