import { statement } from '@prospecting/platform/postgres';
import type { InfoType, Subject } from '../subjects.js';

/** One reveal of an account, and what an audit compares it with. */
export interface AuditedRevealRow {
  readonly subject: Subject;
  readonly subjectId: string;
  readonly infoType: InfoType;
  readonly millicredits: number;
  readonly attemptId: string;
  readonly revealedAt: Date;
  readonly expiresAt: Date;
  /**
   * What its attempt charged for it; null when the attempt is not committed or did not reveal it.
   */
  readonly attemptMillicredits: number | null;
  /** When the attempt committed; null as above. */
  readonly attemptAt: Date | null;
}

/** The position of a page among an account's reveals: the key of the row before it. */
export type RevealPosition = readonly [afterSubject: string, afterSubjectId: string, afterInfoType: string];

/**
 * Returns a page of an account's reveals by primary key, expired ones included, each with what its
 * attempt states about it. Locks nothing. Served in order by reveals_pkey, and for each reveal by
 * attempts_pkey.
 */
export const selectReveals = statement<
  readonly [accountId: string, ...after: RevealPosition, limit: number],
  AuditedRevealRow
>(
  'reveal_select_reveals',
  `select
    reveals.subject_kind as "subject",
    reveals.subject_id as "subjectId",
    reveals.info_type as "infoType",
    reveals.millicredits,
    reveals.attempt_id as "attemptId",
    reveals.revealed_at as "revealedAt",
    reveals.expires_at as "expiresAt",
    attempt.millicredits as "attemptMillicredits",
    attempt.at as "attemptAt"
  from (
    select account_id, subject_kind, subject_id, info_type, millicredits, attempt_id, revealed_at, expires_at
    from reveal.reveals
    where account_id = $1 and (subject_kind, subject_id, info_type) > ($2, $3, $4)
    order by subject_kind, subject_id, info_type
    limit $5
  ) as reveals
  left join lateral (
    select attempts.at, (revealed ->> 3)::bigint as millicredits
    from reveal.attempts, jsonb_array_elements(attempts.reveals) as revealed
    where attempts.account_id = reveals.account_id
      and attempts.attempt_id = reveals.attempt_id
      and attempts.state = 'committed'
      and revealed ->> 0 = reveals.subject_kind
      and revealed ->> 1 = reveals.subject_id::text
      and revealed ->> 2 = reveals.info_type
    limit 1
  ) as attempt on true
  order by reveals.subject_kind, reveals.subject_id, reveals.info_type`,
);
