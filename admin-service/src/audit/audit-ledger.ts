import { amountOf } from '@prospecting/platform/amounts';
import { mapBounded } from '@prospecting/platform/batching';
import type { credits } from '@prospecting/protos';
import { addEntry, compareBalance, NOTHING, sameParts, type Parts } from './compare-balance.js';
import type { Reserved } from './compare-entries.js';
import type { Difference } from './difference.js';
import { readEntries, readReservation, type Books } from './read-books.js';

/** The part of an account's ledger that was read first. */
export interface Ledger {
  readonly lastEntryId: number;
  /** Number of its entries that belong to reservations. */
  readonly reservationEntries: number;
}

interface Sum extends Ledger {
  readonly parts: Parts;
}

const EMPTY: Sum = { parts: NOTHING, lastEntryId: 0, reservationEntries: 0 };

/**
 * Compares the balance with the ledger, which is read before and after it. The balance must equal a
 * sum that the ledger reached in between.
 */
export async function auditBalance(
  books: Books,
  accountId: string,
): Promise<{ readonly ledger: Ledger; readonly differences: Difference[] }> {
  const before = await sumEntries(books, accountId, EMPTY, () => {});
  const balance = await readBalance(books, accountId);
  let matches = sameParts(before.parts, balance);
  const after = await sumEntries(books, accountId, before, (parts) => {
    matches ||= sameParts(parts, balance);
  });
  return { ledger: before, differences: matches ? [] : compareBalance(after.parts, balance) };
}

/** Adds the entries after `from`. Calls `onSum` with each intermediate sum. */
async function sumEntries(books: Books, accountId: string, from: Sum, onSum: (parts: Parts) => void): Promise<Sum> {
  let { parts, lastEntryId, reservationEntries } = from;
  for await (const entry of readEntries(books, accountId, lastEntryId)) {
    parts = addEntry(parts, entry);
    lastEntryId = entry.entryId;
    if (belongsToReservation(entry)) reservationEntries += 1;
    onSum(parts);
  }
  return { parts, lastEntryId, reservationEntries };
}

async function readBalance({ creditsReader, newCall }: Books, accountId: string): Promise<Parts> {
  const { balances } = await creditsReader.getBalances({ accountIds: [accountId] }, newCall());
  const [balance] = balances;
  if (balance === undefined) throw new Error('credits-service returned no balance for an account');
  return { included: balance.includedMillicredits, purchased: balance.purchasedMillicredits };
}

/** Returns how many of a reservation's entries are in the part of the ledger that was read. */
export function countEntries({ reserveEntry, resolveEntry }: Reserved, { lastEntryId }: Ledger): number {
  return [reserveEntry, resolveEntry].filter((entry) => entry !== undefined && entry.entryId <= lastEntryId).length;
}

const READS_IN_FLIGHT = 4;
const LOOKUP_BATCH = 100;

/**
 * Yields the entries whose reservation is missing. An entry is written together with its
 * reservation, so the reservations that are read after the ledger account for all its entries.
 * Every entry is looked up only when they account for fewer.
 * @param acaccountedEntries the number of entries of the reservations that were read
 */
export async function* auditEntries(
  books: Books,
  accountId: string,
  ledger: Ledger,
  accountedEntries: number,
): AsyncGenerator<Difference> {
  if (accountedEntries === ledger.reservationEntries) return;
  let batch: credits.Entry[] = [];
  for await (const entry of readEntries(books, accountId, 0)) {
    if (entry.entryId > ledger.lastEntryId) break;
    if (belongsToReservation(entry)) batch.push(entry);
    if (batch.length < LOOKUP_BATCH) continue;
    yield* await findWithoutReservation(books, accountId, batch);
    batch = [];
  }
  yield* await findWithoutReservation(books, accountId, batch);
}

async function findWithoutReservation(
  books: Books,
  accountId: string,
  entries: readonly credits.Entry[],
): Promise<Difference[]> {
  const differences = await mapBounded(entries, READS_IN_FLIGHT, async (entry): Promise<Difference[]> => {
    const reservationId = entry.reservationId ?? '';
    if ((await readReservation(books, accountId, reservationId)) !== undefined) return [];
    const found = amountOf(entry);
    return [{ problem: 'entry_without_reservation', reservationId, expected: null, found }];
  });
  return differences.flat();
}

function belongsToReservation({ reservationId }: credits.Entry): boolean {
  // An absent field is null over gRPC and undefined in one process.
  return (reservationId ?? null) !== null;
}
