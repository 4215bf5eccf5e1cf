import type { Operation } from '../money/books.js';
import { operationIdOf } from '../money/operation-id.js';
import { nameOf } from '../money/orders.js';
import type { Verification } from './verification.js';

type Reveal = readonly [kind: string, id: string, infoType: string, millicredits: number];

interface Committed {
  readonly operationId: string;
  readonly state: string | null;
  readonly millicredits: number;
  readonly reveals: readonly Reveal[];
  readonly reservation: string | null;
  readonly captured: number | null;
}

/**
 * Checks each operation by itself. A success committed and captured what it was answered, at prices
 * that applied while the client asked. Of a refused or denied operation nothing exists.
 */
export async function verifyOperations({ database, accounts, poisons }: Verification): Promise<string[]> {
  const rows = await database.query<Committed>(
    `select encode(o.operation_id, 'hex') as "operationId", a.state, a.millicredits, a.reveals,
      r.state as reservation, r.captured_millicredits as captured
    from reveal.operations o
    left join reveal.attempts a using (account_id, attempt_id)
    left join credits.reservations r on r.account_id = o.account_id and r.reservation_id = o.attempt_id
    where o.account_id <> all ($1)`,
    [poisons.map(({ accountId }) => accountId)],
  );
  const committed = new Map(rows.map((row) => [row.operationId, row]));
  const problems: string[] = [];
  for (const { books } of accounts.all()) {
    for (const operation of books.operations) {
      const operationId = operationIdOf(operation.order);
      const problem = problemOf(operation, committed.get(operationId), books.prices);
      if (problem !== undefined) problems.push(`account ${books.accountId}: ${nameOf(operation.order)} ${problem}`);
      committed.delete(operationId);
    }
  }
  return [...problems, ...[...committed.keys()].map((id) => `operation ${id} is committed, but no client sent it`)];
}

function problemOf(
  { outcome, order, startedAt, endedAt }: Operation,
  row: Committed | undefined,
  prices: Verification['accounts']['movingPrices'],
): string | undefined {
  if (row === undefined) return outcome.kind === 'charged' ? 'was answered 200, but nothing is committed' : undefined;
  if (outcome.kind === 'refused') return `got a final refusal, but was charged ${row.millicredits} millicredits`;
  if (outcome.kind === 'denied')
    return `was answered that nothing had happened, but was charged ${row.millicredits} millicredits`;
  if (row.state !== 'committed') return `has an attempt that is ${row.state ?? 'missing'}`;
  if (outcome.kind === 'charged' && outcome.millicredits !== row.millicredits)
    return `was answered a charge of ${outcome.millicredits} millicredits, but committed ${row.millicredits}`;
  if (row.millicredits > 0 && (row.reservation !== 'captured' || row.captured !== row.millicredits))
    return `committed ${row.millicredits} millicredits, but its reservation is ${row.reservation ?? 'missing'} with ${row.captured ?? 0}`;
  const names = order.subjects.map(({ kind, id }) => `${kind} ${id}`);
  for (const [kind, id, infoType, millicredits] of row.reveals) {
    if (!names.includes(`${kind} ${id}`) || !order.infoTypes.includes(infoType))
      return `revealed ${infoType} of ${kind} ${id}, which it did not request`;
    // An operation whose client stopped asking may be carried out a little later.
    const until = outcome.kind === 'abandoned' ? Infinity : endedAt;
    if (!prices.of(kind, infoType).possible(startedAt, until).includes(millicredits))
      return `paid ${millicredits} for ${infoType} of a ${kind}, which was not the price at any moment of the request`;
  }
  return undefined;
}
