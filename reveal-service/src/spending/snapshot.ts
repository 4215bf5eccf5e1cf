import type { Call } from '@prospecting/platform/grpc';
import { inClear, type InClear } from '../masking/in-clear.js';
import type { Records } from '../masking/records.js';
import { planSpend, type PlannedSubject } from '../pricing/plan.js';
import { DEFAULT_GROUP, priceOf, type InfoType, type Subject } from '../pricing/prices.js';
import type { EndedAttempt } from '../sql/select-attempt-states.js';
import { selectSpendSnapshot, type OperationRow, type SnapshotRow } from '../sql/select-spend-snapshot.js';
import { firstAttemptIds } from './attempts.js';
import type { OrderDependencies } from './dependencies.js';
import type { Order } from './order.js';

/** What decides an order, as of one moment. */
export interface SpendSnapshot {
  /** The operation, when it has committed: then it is as it came out, whatever the plan. */
  readonly operation: OperationRow | undefined;
  /** Which of the operation's first attempts are on record, by attempt id. */
  readonly attempts: ReadonlyMap<string, EndedAttempt>;
  /** What the order would reveal, and for how much. */
  readonly planned: readonly PlannedSubject[];
  /** What the plan was made from. */
  readonly records: Records;
  /** What the account has in clear already. */
  readonly revealed: InClear;
}

/**
 * Reads what is on record and, beside it in one statement, all that the account's own tables say; and
 * plans the order. Throws service_unavailable.
 * @param operationId left out: nothing that could have committed
 */
export async function readSnapshot(
  { revealPool, readRecords, clock }: OrderDependencies,
  { accountId, priceGroup, subjects }: Order,
  call: Call,
  operationId: Buffer | null = null,
): Promise<SpendSnapshot> {
  const kinds = [...new Set(subjects.map((subject) => subject.kind))];
  const ids = [...new Set(subjects.map((subject) => subject.subjectId))];
  const groups = [priceGroup, DEFAULT_GROUP];
  const attemptIds = operationId === null ? [] : firstAttemptIds(operationId);
  const [rows, records] = await Promise.all([
    selectSpendSnapshot.run(revealPool, [accountId, operationId, groups, kinds, ids, clock.now(), attemptIds]),
    readRecords(subjects, call),
  ]);
  const revealed = revealedAmong(rows);
  const prices = rows.filter((each) => each.fact === 'price');
  return {
    operation: rows.find((each) => each.fact === 'operation'),
    attempts: new Map(rows.filter((each) => each.fact === 'attempt').map((row) => [row.attemptId, row])),
    records,
    revealed,
    planned: planSpend(subjects, {
      records,
      revealed,
      priceOf: (kind, infoType) => priceOf(prices, priceGroup, kind, infoType),
    }),
  };
}

function revealedAmong(rows: readonly SnapshotRow[]): InClear {
  const revealed = rows.filter((each) => each.fact === 'revealed');
  return inClear(
    revealed.map(({ subject, subjectId, infoType }) => ({
      kind: subject as Subject,
      subjectId,
      infoType: infoType as InfoType,
    })),
  );
}
