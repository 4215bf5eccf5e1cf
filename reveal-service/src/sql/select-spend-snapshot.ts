import { statement } from '@prospecting/platform/postgres';
import type { Price } from '../pricing/prices.js';
import type { StoredPlan } from '../pricing/stored-plan.js';
import type { InfoType, Subject } from '../subjects.js';
import type { CommittedAttemptRow } from './commit-attempt.js';
import type { AttemptRow } from './select-attempts.js';

/** A committed operation: its plan, and what its attempt revealed and charged. */
export interface OperationRow extends CommittedAttemptRow {
  readonly planned: StoredPlan;
  readonly at: Date;
}

/** One row of the snapshot, from one of the account's tables. */
export type SnapshotRow =
  | ({ readonly source: 'operation' } & OperationRow)
  /** A price that operators set for one of the groups. */
  | ({ readonly source: 'price' } & Price)
  /** What the account has revealed. */
  | {
      readonly source: 'reveal';
      readonly subject: Subject;
      readonly subjectId: string;
      readonly infoType: InfoType;
    }
  /** An attempt of the operation that is on record. */
  | ({ readonly source: 'attempt' } & Pick<AttemptRow, 'attemptId' | 'state' | 'at'>);

/**
 * Returns everything of the account that decides a spend, as of one moment: the operation if it has
 * committed, which of its first attempts are on record, the prices of its groups, and what the
 * account has revealed of the subjects. The reveals may include another kind of subject under the
 * same id. A reveal counts as soon as its row exists (see `selectRevealed`). Locks nothing. Served
 * by operations_pkey, attempts_pkey, prices_pkey and reveals_pkey, with one look-up for each id:
 * "limit 1" and "offset 0" keep the planner from reading everything of a large account instead.
 */
export const selectSpendSnapshot = statement<
  [
    accountId: string,
    /** null for a quote, which never commits. */
    operationId: Buffer | null,
    groups: readonly string[],
    subjectKinds: readonly Subject[],
    subjectIds: readonly string[],
    now: Date,
    /** Empty without an operation. */
    attemptIds: readonly string[],
  ],
  SnapshotRow
>(
  'reveal_select_spend_snapshot',
  `select 'operation' as source, operations.planned, attempts.reveals, attempts.millicredits, operations.at,
    null as "group", null as subject, null::uuid as "subjectId", null as "infoType", null::uuid as "attemptId", null as state
  -- Only operations_pkey has this order. By an equal id, the planner may take operations_at_idx instead, and read all
  -- operations of the account. With one bound, the scan would pass all deleted ones up to the next.
  from (
    select account_id, operation_id, attempt_id, planned, at
    from reveal.operations
    where account_id = $1 and operation_id >= $2 and operation_id <= $2
    order by operation_id
    limit 1
  ) as operations
  cross join lateral (
    select reveals, millicredits
    from reveal.attempts
    where account_id = operations.account_id and attempt_id = operations.attempt_id
    limit 1
  ) as attempts
  where operations.account_id = $1 and operations.operation_id = $2
  union all
  select 'price', null, null, millicredits, null, price_group, subject, null, info_type, null, null
  from reveal.prices
  where price_group = any ($3::text[])
  union all
  select 'reveal', null, null, null, null, null, found.subject_kind, found.subject_id, found.info_type, null, null
  from (select distinct kind, id from unnest($4::text[]) as kinds (kind), unnest($5::uuid[]) as ids (id)) as wanted
  cross join lateral (
    select subject_kind, subject_id, info_type
    from reveal.reveals
    where account_id = $1 and subject_kind = wanted.kind and subject_id = wanted.id and expires_at > $6
    offset 0
  ) as found
  union all
  select 'attempt', null, null, null, found.at, null, null, null, null, found.attempt_id, found.state
  from (select distinct attempt_id from unnest($7::uuid[]) as each (attempt_id)) as wanted
  cross join lateral (
    select attempt_id, state, at
    from reveal.attempts
    where account_id = $1 and attempt_id = wanted.attempt_id
    offset 0
  ) as found`,
);
