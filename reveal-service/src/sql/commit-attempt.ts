import { statement } from '@prospecting/platform/postgres';

/** Something that an attempt revealed, as attempts.reveals has it. */
export type RevealedTuple = readonly [kind: string, subjectId: string, infoType: string, millicredits: number];

/** What an attempt came to. */
export interface CommittedAttempt {
  readonly reveals: readonly RevealedTuple[];
  /** What they cost in all. */
  readonly millicredits: number;
}

/**
 * Commits an attempt: its reveals, itself and its operation, all or nothing. The price is that of the rows which this statement really
 * wrote: one that another attempt has revealed meanwhile stays as it is and costs nothing. Fails on attempts_pkey when recovery has
 * aborted the attempt, and on operations_pkey when another attempt of the operation has committed.
 *
 * Locks the reveals first, in the order of their key, and waits for another attempt that is writing the same; then the new rows of attempts
 * and, once nothing more is waited for, of operations. So no two attempts wait for each other in a circle. Served by the three primary
 * keys. Beside its own work it removes two operations of the account that do not count any more, so that they never pile up (operations_at_idx).
 */
export const commitAttempt = statement<
  [
    accountId: string,
    attemptId: string,
    operationId: Buffer,
    planned: string,
    revealedAt: Date,
    expiresAt: Date,
    operationsCountAfter: Date,
    subjectKinds: readonly string[],
    subjectIds: readonly string[],
    infoTypes: readonly string[],
    millicredits: readonly number[],
    valueHashes: readonly (Buffer | null)[],
  ],
  CommittedAttempt
>(
  'reveal_commit_attempt',
  `with revealed as (
    insert into reveal.reveals
      (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
    select $1, subject_kind, subject_id, info_type, $5, $6, millicredits, $2, value_hash
    from unnest($8::text[], $9::uuid[], $10::text[], $11::bigint[], $12::bytea[])
      as planned (subject_kind, subject_id, info_type, millicredits, value_hash)
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
    insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
    select $1, $2, 'committed', coalesce(sum(millicredits), 0),
      coalesce(jsonb_agg(jsonb_build_array(subject_kind, subject_id, info_type, millicredits)), '[]'), $5
    from revealed
    returning millicredits, reveals
  ), operation as (
    insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
    select $1, $3, $2, $4, $5
    from attempt
  ), forgotten as (
    delete from reveal.operations
    where account_id = $1 and operation_id in (
      select operation_id
      from reveal.operations
      where account_id = $1 and at <= $7 and operation_id <> $3
      order by at
      limit 2
      for update skip locked
    )
  )
  select millicredits, reveals from attempt`,
);
