import type { CallContext } from '@prospecting/platform/grpc';
import type { Records } from '../masking/records.js';
import { revealedSet, type RevealedSet } from '../masking/revealed-set.js';
import { planSpend, type PlannedSubject } from '../pricing/plan.js';
import { DEFAULT_GROUP, priceOf } from '../pricing/prices.js';
import { selectSpendSnapshot, type OperationRow } from '../sql/select-spend-snapshot.js';
import { snapshotAttemptIds, type EndedAttempt } from './attempts.js';
import type { OrderDependencies } from './dependencies.js';
import type { Order } from './order.js';

/** Everything that decides an order, as of one moment. */
export interface SpendSnapshot {
  /** The operation, if it has committed. Then its outcome counts, not the plan. */
  readonly operation: OperationRow | undefined;
  /** The attempts of the operation's first rounds that are on record, by id. */
  readonly attempts: ReadonlyMap<string, EndedAttempt>;
  /** What the order reveals, and at what price. */
  readonly planned: readonly PlannedSubject[];
  /** The records that the plan was made from. */
  readonly records: Records;
  /** What the account has revealed already. */
  readonly revealed: RevealedSet;
}

/**
 * Reads the directory and, concurrently and in one statement, the account's own tables; then plans
 * the order. Throws service_unavailable.
 * @param operationId null for a quote, which never commits. Default: null
 */
export async function readSnapshot(
  { revealPool, directoryLoader, clock }: OrderDependencies,
  { accountId, priceGroup, subjects }: Order,
  call: CallContext,
  operationId: Buffer | null = null,
): Promise<SpendSnapshot> {
  const kinds = [...new Set(subjects.map((subject) => subject.kind))];
  const ids = [...new Set(subjects.map((subject) => subject.subjectId))];
  const groups = [priceGroup, DEFAULT_GROUP];
  const attemptIds = operationId === null ? [] : snapshotAttemptIds(operationId);
  const [rows, records] = await Promise.all([
    selectSpendSnapshot.run(revealPool, [accountId, operationId, groups, kinds, ids, clock.now(), attemptIds]),
    directoryLoader.load(subjects, call),
  ]);
  const prices = rows.filter((row) => row.source === 'price');
  const revealed = revealedSet(
    rows
      .filter((row) => row.source === 'reveal')
      .map(({ subject, subjectId, infoType }) => ({ kind: subject, subjectId, infoType })),
  );
  return {
    operation: rows.find((row) => row.source === 'operation'),
    attempts: new Map(rows.filter((row) => row.source === 'attempt').map((row) => [row.attemptId, row])),
    records,
    revealed,
    planned: planSpend(subjects, {
      records,
      revealed,
      priceOf: (kind, infoType) => priceOf(prices, priceGroup, kind, infoType),
    }),
  };
}
