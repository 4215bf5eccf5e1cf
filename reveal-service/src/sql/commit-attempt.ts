import { statement } from '@prospecting/platform/postgres';
import type { InfoType, Subject } from '../subjects.js';

/** One reveal of an attempt, as stored in attempts.reveals. */
export type RevealTuple = readonly [kind: Subject, subjectId: string, infoType: InfoType, millicredits: number];

/** What an attempt committed. */
export interface CommittedAttemptRow {
  readonly reveals: readonly RevealTuple[];
  /** The price of all of them. */
  readonly millicredits: number;
}

/**
 * Commits an attempt: its reveals, the attempt and its operation, all or nothing. The price is that
 * of the rows which this statement wrote: a row that another attempt revealed in the meantime stays
 * unchanged and costs nothing. Fails on attempts_pkey when the attempt is fenced, and on
 * operations_pkey when another attempt of the operation has committed. Writes nothing and returns no row
 * when a planned subject was erased after the plan was made: an erasure locks the table of
 * operations, so this statement either commits before it or sees it.
 *
 * Locks the reveals first, in primary key order, and waits for any attempt that writes the same
 * rows. Then it locks the new rows of attempts and, last, of operations. So two attempts cannot
 * deadlock. Served by the three primary keys. It also deletes two expired operations of the
 * account, so that they never pile up (operations_at_idx).
 */
export const commitAttempt = statement<
  [
    accountId: string,
    attemptId: string,
    operationId: Buffer,
    planned: string,
    revealedAt: Date,
    expiresAt: Date,
    operationsExpiredAt: Date,
    subjectKinds: readonly string[],
    subjectIds: readonly string[],
    infoTypes: readonly string[],
    millicredits: readonly number[],
    valueHashes: readonly (Buffer | null)[],
    keyId: string | null,
  ],
  CommittedAttemptRow
>(
  'reveal_commit_attempt',
  `with erased as (
    select
    from jsonb_array_elements($4::jsonb) as subject
    join reveal.erased_subjects on subject_hash = sha256(convert_to(subject ->> 'subjectId', 'UTF8'))
  ), revealed as (
    insert into reveal.reveals
      (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
    select $1, subject_kind, subject_id, info_type, $5, $6, millicredits, $2, value_hash
    from unnest($8::text[], $9::uuid[], $10::text[], $11::bigint[], $12::bytea[])
      as planned (subject_kind, subject_id, info_type, millicredits, value_hash)
    where not exists (select from erased)
    order by subject_kind collate "C", subject_id, info_type collate "C"
    on conflict on constraint reveals_pkey do update set
      revealed_at = excluded.revealed_at,
      expires_at = excluded.expires_at,
      millicredits = excluded.millicredits,
      attempt_id = excluded.attempt_id,
      value_hash = excluded.value_hash
    where reveals.expires_at <= excluded.revealed_at
    returning subject_kind, subject_id, info_type, millicredits
  ), attempt as (
    insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at, key_id)
    select $1, $2, 'committed', coalesce(sum(millicredits), 0),
      coalesce(jsonb_agg(jsonb_build_array(subject_kind, subject_id, info_type, millicredits)), '[]'), $5, $13::uuid
    from revealed
    having not exists (select from erased)
    returning millicredits, reveals
  ), operation as (
    insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
    select $1, $3, $2, $4, $5
    from attempt
  ), expired as (
    -- By the places of the locked rows: a join by id, or the account as a condition of an index, may read all operations
    -- of a large account.
    delete from reveal.operations
    where (account_id = $1) is true and ctid = any (array(
      select ctid
      from reveal.operations
      where account_id = $1 and at <= $7 and operation_id <> $3
      order by at
      limit 2
      for update skip locked
    ))
  )
  select millicredits, reveals from attempt`,
);
