import { statement } from '@prospecting/platform/postgres';
import type { PlannedSubject } from '../pricing/plan.js';
import type { Price } from '../pricing/prices.js';
import type { RevealedTuple } from './commit-attempt.js';
import type { EndedAttempt } from './select-attempt-states.js';

/** An operation that has committed: what it planned, and what its attempt then revealed and cost. */
export interface OperationRow {
  readonly planned: readonly PlannedSubject[];
  readonly reveals: readonly RevealedTuple[];
  readonly millicredits: number;
  readonly at: Date;
}

/** One of the facts that a spend of an account is decided by. */
export type SnapshotRow =
  | ({ readonly fact: 'operation' } & OperationRow)
  /** A price that was set for one of the groups. */
  | ({ readonly fact: 'price' } & Price)
  /** Something that the account has in clear. */
  | { readonly fact: 'revealed'; readonly subject: string; readonly subjectId: string; readonly infoType: string }
  /** An attempt of the operation that is on record. */
  | ({ readonly fact: 'attempt'; readonly attemptId: string } & EndedAttempt);

/**
 * What decides a spend, as of one moment: the operation when it has committed, which of its first
 * attempts are on record, the prices that were set for its groups, and what the account has in clear
 * of the subjects. What it has of another kind under the same id may be among them. A reveal counts
 * from the moment it is there, as in selectRevealed. Locks nothing. Served by operations_pkey,
 * attempts_pkey, prices_pkey and reveals_pkey.
 */
export const selectSpendSnapshot = statement<
  [
    accountId: string,
    /** null: nothing that could have committed. */
    operationId: Buffer | null,
    groups: readonly string[],
    subjectKinds: readonly string[],
    subjectIds: readonly string[],
    now: Date,
    /** Empty without an operation. */
    attemptIds: readonly string[],
  ],
  SnapshotRow
>(
  'reveal_select_spend_snapshot',
  `select 'operation' as fact, operations.planned, attempts.reveals, attempts.millicredits, operations.at,
    null as "group", null as subject, null::uuid as "subjectId", null as "infoType", null::uuid as "attemptId", null as state
  from reveal.operations
  join reveal.attempts on attempts.account_id = operations.account_id and attempts.attempt_id = operations.attempt_id
  where operations.account_id = $1 and operations.operation_id = $2
  union all
  select 'price', null, null, millicredits, null, price_group, subject, null, info_type, null, null
  from reveal.prices
  where price_group = any ($3::text[])
  union all
  select 'revealed', null, null, null, null, null, subject_kind, subject_id, info_type, null, null
  from reveal.reveals
  where account_id = $1 and subject_kind = any ($4::text[]) and subject_id = any ($5::uuid[]) and expires_at > $6
  union all
  select 'attempt', null, null, null, at, null, null, null, null, attempt_id, state
  from reveal.attempts
  where account_id = $1 and attempt_id = any ($7::uuid[])`,
);
