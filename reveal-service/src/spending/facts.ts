import type { Call } from '@prospecting/platform/grpc';
import { inClear, type InClear } from '../masking/in-clear.js';
import type { Records } from '../masking/records.js';
import { planSpend, type PlannedSubject } from '../pricing/plan.js';
import { DEFAULT_GROUP, priceOf, type InfoType, type Subject } from '../pricing/prices.js';
import { selectSpendFacts, type OperationRow, type SpendFact } from '../sql/select-spend-facts.js';
import type { Order } from './order.js';
import type { RevealDependencies } from './settlement-queue.js';

/** What decides an order, as of now. */
export interface SpendFacts {
  /** The operation, when it has committed: then it is as it came out, whatever the plan. */
  readonly operation: OperationRow | undefined;
  /** What the order would reveal, and for how much. */
  readonly planned: readonly PlannedSubject[];
  /** What the plan was made from. */
  readonly records: Records;
  /** What the account has in clear already. */
  readonly revealed: InClear;
}

/**
 * Reads what is on record and, beside it in one statement, all that the account's own tables say; and plans the order.
 * @param operationId left out: nothing that could have committed
 */
export async function readFacts(
  { revealPool, readRecords, clock }: RevealDependencies,
  { accountId, priceGroup, subjects }: Order,
  call: Call,
  operationId: Buffer | null = null,
): Promise<SpendFacts> {
  const kinds = [...new Set(subjects.map((subject) => subject.kind))];
  const ids = [...new Set(subjects.map((subject) => subject.subjectId))];
  const groups = [priceGroup, DEFAULT_GROUP];
  const [facts, records] = await Promise.all([
    selectSpendFacts.run(revealPool, [accountId, operationId, groups, kinds, ids, clock.now()]),
    readRecords(subjects, call),
  ]);
  const revealed = revealedAmong(facts);
  const prices = facts.filter((each) => each.fact === 'price');
  return {
    operation: facts.find((each) => each.fact === 'operation'),
    records,
    revealed,
    planned: planSpend(subjects, {
      records,
      revealed,
      priceOf: (kind, infoType) => priceOf(prices, priceGroup, kind, infoType),
    }),
  };
}

function revealedAmong(facts: readonly SpendFact[]): InClear {
  const revealed = facts.filter((each) => each.fact === 'revealed');
  return inClear(
    revealed.map(({ subject, subjectId, infoType }) => ({
      kind: subject as Subject,
      subjectId,
      infoType: infoType as InfoType,
    })),
  );
}
