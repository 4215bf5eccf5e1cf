import { mapBounded } from '@prospecting/platform/batching';
import type { credits } from '@prospecting/protos';
import { addEntry, compareBalance, NOTHING, sameParts, type Parts } from './compare-balance.js';
import type { Reserved } from './compare-entries.js';
import type { Difference } from './difference.js';
import { readEntries, readReservation, type Books } from './read-books.js';

/** The ledger of an account as far as it was read. */
export interface Ledger {
  readonly lastEntryId: number;
  /** How many of its entries are of reservations. */
  readonly ofReservations: number;
}

interface Sum extends Ledger {
  readonly parts: Parts;
}

const EMPTY: Sum = { parts: NOTHING, lastEntryId: 0, ofReservations: 0 };

/** The balance must be what the ledger came to at some moment between before and after it was read. */
export async function auditBalance(
  books: Books,
  accountId: string,
): Promise<{ readonly ledger: Ledger; readonly differences: Difference[] }> {
  const before = await addUp(books, accountId, EMPTY, () => {});
  const balance = await readBalance(books, accountId);
  let matches = sameParts(before.parts, balance);
  const after = await addUp(books, accountId, before, (parts) => {
    matches ||= sameParts(parts, balance);
  });
  return { ledger: before, differences: matches ? [] : compareBalance(after.parts, balance) };
}

/** Adds the entries that came later, telling each sum. */
async function addUp(books: Books, accountId: string, from: Sum, tell: (parts: Parts) => void): Promise<Sum> {
  let { parts, lastEntryId, ofReservations } = from;
  for await (const entry of readEntries(books, accountId, lastEntryId)) {
    parts = addEntry(parts, entry);
    lastEntryId = entry.entryId;
    if (isOfReservation(entry)) ofReservations += 1;
    tell(parts);
  }
  return { parts, lastEntryId, ofReservations };
}

async function readBalance({ creditsReader, newCall }: Books, accountId: string): Promise<Parts> {
  const { balances } = await creditsReader.getBalances({ accountIds: [accountId] }, newCall());
  const [balance] = balances;
  if (balance === undefined) throw new Error('credits-service answered no balance for an account');
  return { included: balance.includedMillicredits, purchased: balance.purchasedMillicredits };
}

/** How many of a reservation's entries are in the part of the ledger that was read. */
export function countEntries({ reserveEntry, resolveEntry }: Reserved, { lastEntryId }: Ledger): number {
  return [reserveEntry, resolveEntry].filter((entry) => entry !== undefined && entry.entryId <= lastEntryId).length;
}

const READS_IN_FLIGHT = 4;
const LOOKED_UP_AT_ONCE = 100;

/**
 * The entries of reservations that are not on record. An entry is written with its reservation, so
 * the reservations that are read after the ledger have all its entries: only where these are fewer is
 * every entry looked up.
 */
export async function* auditEntries(
  books: Books,
  accountId: string,
  ledger: Ledger,
  countedEntries: number,
): AsyncGenerator<Difference> {
  if (countedEntries === ledger.ofReservations) return;
  let gathered: credits.Entry[] = [];
  for await (const entry of readEntries(books, accountId, 0)) {
    if (entry.entryId > ledger.lastEntryId) break;
    if (isOfReservation(entry)) gathered.push(entry);
    if (gathered.length < LOOKED_UP_AT_ONCE) continue;
    yield* await withoutReservation(books, accountId, gathered);
    gathered = [];
  }
  yield* await withoutReservation(books, accountId, gathered);
}

async function withoutReservation(
  books: Books,
  accountId: string,
  entries: readonly credits.Entry[],
): Promise<Difference[]> {
  const looked = await mapBounded(entries, READS_IN_FLIGHT, async (entry): Promise<Difference[]> => {
    const reservationId = entry.reservationId ?? '';
    if ((await readReservation(books, accountId, reservationId)) !== undefined) return [];
    const found = entry.includedMillicredits + entry.purchasedMillicredits;
    return [{ problem: 'entry_without_reservation', reservationId, expected: null, found }];
  });
  return looked.flat();
}

function isOfReservation({ reservationId }: credits.Entry): boolean {
  // Absent is null over gRPC and undefined in one process.
  return (reservationId ?? null) !== null;
}
