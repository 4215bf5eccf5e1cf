import { auditBalance, auditEntries, countEntries } from './audit-ledger.js';
import { comparePair } from './compare-pair.js';
import { compareOperation, compareReveal } from './compare-reveals.js';
import type { AuditOptions, Difference, Pending } from './difference.js';
import { readOperations, readReveals, type Books } from './read-books.js';
import { readPairAgain, readPairs } from './read-pairs.js';

/** Numbers of compared records. */
export interface Counts {
  reservations: number;
  /** Committed attempts. */
  attempts: number;
  reveals: number;
  operations: number;
}

/** The result of auditing one account. */
export interface AccountAudit extends Readonly<Counts> {
  readonly accountId: string;
  readonly pending: readonly Pending[];
  readonly differences: readonly Difference[];
}

/**
 * The audit of an account ends after this many differences, so that one wrong account cannot fill
 * the memory.
 */
const MAX_DIFFERENCES = 1_000;

/** A difference, or a reservation that is only pending. */
type Finding = { readonly difference: Difference } | { readonly pending: Pending };

/**
 * Compares every fact about an account's money with another record of it, while customers spend.
 * Keeps one page of each list and the findings in memory. Throws `service_unavailable`.
 */
export async function auditAccount(books: Books, accountId: string, options: AuditOptions): Promise<AccountAudit> {
  const counts: Counts = { reservations: 0, attempts: 0, reveals: 0, operations: 0 };
  const pending: Pending[] = [];
  const differences: Difference[] = [];
  for await (const finding of findings(books, accountId, options, counts)) {
    if ('pending' in finding) pending.push(finding.pending);
    else differences.push(finding.difference);
    if (differences.length >= MAX_DIFFERENCES) break;
  }
  return { accountId, ...counts, pending, differences };
}

async function* findings(
  books: Books,
  accountId: string,
  options: AuditOptions,
  counts: Counts,
): AsyncGenerator<Finding> {
  const { ledger, differences } = await auditBalance(books, accountId);
  yield* differences.map(asFinding);
  let entries = 0;
  for await (const pair of readPairs(books, accountId)) {
    if (pair.reserved !== undefined) {
      counts.reservations += 1;
      entries += countEntries(pair.reserved, ledger);
    }
    if (pair.attempt !== undefined) counts.attempts += 1;
    let comparison = comparePair(pair, options);
    const id = comparison.differences[0]?.reservationId;
    // The two sides were read at different times, so a pair that differs is read again.
    if (id !== undefined) comparison = comparePair(await readPairAgain(books, accountId, id), options);
    if (comparison.pending !== undefined) yield { pending: comparison.pending };
    yield* comparison.differences.map(asFinding);
  }
  for await (const difference of auditEntries(books, accountId, ledger, entries)) yield { difference };
  // One statement reads a page of these together with their attempts, so there is nothing to read
  // again.
  for await (const reveal of readReveals(books, accountId)) {
    counts.reveals += 1;
    yield* compareReveal(reveal).map(asFinding);
  }
  for await (const operation of readOperations(books, accountId)) {
    counts.operations += 1;
    yield* compareOperation(operation).map(asFinding);
  }
}

function asFinding(difference: Difference): Finding {
  return { difference };
}
