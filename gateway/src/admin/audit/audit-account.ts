import {
  addEntry,
  compareBalance,
  comparePair,
  sameParts,
  type CompareOptions,
  type Comparison,
  type Difference,
  type Parts,
  type Pending,
} from './compare.js';
import { PAGE_SIZE, readPairAgain, readPairs, type Books } from './read-pairs.js';

/** What an audit of one account found. */
export interface AccountAudit {
  readonly accountId: string;
  readonly reservations: number;
  /** Committed. */
  readonly attempts: number;
  readonly pending: readonly Pending[];
  readonly differences: readonly Difference[];
}

/** What keeps an account whose books are wholly wrong from filling the memory: its audit ends there. */
const MAX_DIFFERENCES = 1_000;

/**
 * Compares an account's balance with its ledger and what was paid with what was revealed, while both go on changing. Holds a page of each, and
 * what it found. Errors: service_unavailable.
 */
export async function auditAccount(books: Books, accountId: string, options: CompareOptions): Promise<AccountAudit> {
  const differences = await auditBalance(books, accountId);
  const pending: Pending[] = [];
  let [reservations, attempts] = [0, 0];
  for await (const pair of readPairs(books, accountId)) {
    if (pair.reservation !== undefined) reservations += 1;
    if (pair.attempt !== undefined) attempts += 1;
    let comparison: Comparison = comparePair(pair, options);
    if (comparison.difference?.reservationId !== undefined) {
      comparison = comparePair(await readPairAgain(books, accountId, comparison.difference.reservationId), options);
    }
    if (comparison.pending !== undefined) pending.push(comparison.pending);
    if (comparison.difference !== undefined) differences.push(comparison.difference);
    if (differences.length >= MAX_DIFFERENCES) break;
  }
  return { accountId, reservations, attempts, pending, differences };
}

/** The balance must be what the ledger came to at some moment between before and after it was read. */
async function auditBalance(books: Books, accountId: string): Promise<Difference[]> {
  const before = await addUp(books, accountId, { sum: { included: 0, purchased: 0 }, lastEntryId: 0 }, () => {});
  const balance = await readBalance(books, accountId);
  let matches = sameParts(before.sum, balance);
  const after = await addUp(books, accountId, before, (sum) => {
    matches ||= sameParts(sum, balance);
  });
  return matches ? [] : compareBalance(after.sum, balance);
}

interface Ledger {
  readonly sum: Parts;
  readonly lastEntryId: number;
}

/** Adds the entries that came later, telling each sum. */
async function addUp(
  { creditsReader, newCall }: Books,
  accountId: string,
  from: Ledger,
  tell: (sum: Parts) => void,
): Promise<Ledger> {
  let { sum, lastEntryId } = from;
  for (let full = true; full;) {
    const request = { accountId, afterEntryId: lastEntryId, limit: PAGE_SIZE };
    const { entries } = await creditsReader.listEntries(request, newCall());
    for (const entry of entries) {
      sum = addEntry(sum, entry);
      lastEntryId = entry.entryId;
      tell(sum);
    }
    full = entries.length === PAGE_SIZE;
  }
  return { sum, lastEntryId };
}

async function readBalance({ creditsReader, newCall }: Books, accountId: string): Promise<Parts> {
  const { balances } = await creditsReader.getBalances({ accountIds: [accountId] }, newCall());
  const [balance] = balances;
  if (balance === undefined) throw new Error('credits-service answered no balance for an account');
  return { included: balance.includedMillicredits, purchased: balance.purchasedMillicredits };
}
