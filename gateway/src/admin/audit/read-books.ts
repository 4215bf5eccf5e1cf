import type { Call, Service } from '@prospecting/platform/grpc';
import type { credits, reveal } from '@prospecting/protos';
import type { Reserved } from './compare-entries.js';

/** The two sides that are compared. */
export interface Books {
  readonly creditsReader: Pick<
    Service<credits.CreditsReaderDefinition>,
    'getBalances' | 'listAccounts' | 'listEntries' | 'listReservations'
  >;
  readonly revealSpender: Pick<
    Service<reveal.RevealSpenderDefinition>,
    'listAttempts' | 'listOperations' | 'listReveals'
  >;
  /** Deadline and trace of the next call. */
  readonly newCall: () => Call;
}

export const PAGE_SIZE = 1_000;

interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page begins; `undefined`: this one is the last. */
  readonly next: Position | undefined;
}

/** Everything that is listed in pages, in order. Holds one page. */
async function* readPages<Item, Position>(
  start: Position,
  readPage: (after: Position) => Promise<Page<Item, Position>>,
): AsyncGenerator<Item, void> {
  let after: Position | undefined = start;
  while (after !== undefined) {
    const page: Page<Item, Position> = await readPage(after);
    yield* page.items;
    after = page.next;
  }
}

/** A page that is not full is the last; the next begins after the last item of this one. */
function pageOf<Item, Position>(items: readonly Item[], positionOf: (item: Item) => Position): Page<Item, Position> {
  const last = items[PAGE_SIZE - 1];
  return { items, next: last === undefined ? undefined : positionOf(last) };
}

/** The ledger of an account after an entry. */
export function readEntries(
  { creditsReader, newCall }: Books,
  accountId: string,
  afterId: number,
): AsyncGenerator<credits.Entry, void> {
  return readPages(afterId, async (afterEntryId) => {
    const { entries } = await creditsReader.listEntries({ accountId, afterEntryId, limit: PAGE_SIZE }, newCall());
    return pageOf(entries, ({ entryId }) => entryId);
  });
}

export function readReservations({ creditsReader, newCall }: Books, accountId: string): AsyncGenerator<Reserved, void> {
  return readPages('', async (afterReservationId) => {
    const request = { accountId, afterReservationId, limit: PAGE_SIZE };
    const { records } = await creditsReader.listReservations(request, newCall());
    return pageOf(records.map(toReserved), ({ reservation }) => reservation.reservationId);
  });
}

export function readAttempts(
  { revealSpender, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.Attempt, void> {
  return readPages('', async (afterAttemptId) => {
    const { attempts } = await revealSpender.listAttempts({ accountId, afterAttemptId, limit: PAGE_SIZE }, newCall());
    return pageOf(attempts, ({ attemptId }) => attemptId);
  });
}

export function readReveals(
  { revealSpender, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.RevealRecord, void> {
  return readPages('', async (after) => {
    const { reveals, nextAfter } = await revealSpender.listReveals({ accountId, after, limit: PAGE_SIZE }, newCall());
    return { items: reveals, next: nextAfter === '' ? undefined : nextAfter };
  });
}

export function readOperations(
  { revealSpender, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.OperationRecord, void> {
  return readPages('', async (afterOperationId) => {
    const request = { accountId, afterOperationId, limit: PAGE_SIZE };
    const { operations } = await revealSpender.listOperations(request, newCall());
    return pageOf(operations, ({ operationId }) => operationId);
  });
}

/** One reservation of an account as it is now; `undefined`: there is none of that id. */
export async function readReservation(
  {
    creditsReader,
    newCall,
  }: Pick<Books, 'newCall'> & { readonly creditsReader: Pick<Books['creditsReader'], 'listReservations'> },
  accountId: string,
  reservationId: string,
): Promise<Reserved | undefined> {
  const request = { accountId, afterReservationId: uuidBefore(reservationId), limit: 1 };
  const { records } = await creditsReader.listReservations(request, newCall());
  return records.map(toReserved).find(({ reservation }) => reservation.reservationId === reservationId);
}

/** One committed attempt of an account as it is now. */
export async function readAttempt(
  { revealSpender, newCall }: Books,
  accountId: string,
  attemptId: string,
): Promise<reveal.Attempt | undefined> {
  const request = { accountId, afterAttemptId: uuidBefore(attemptId), limit: 1 };
  const { attempts } = await revealSpender.listAttempts(request, newCall());
  return attempts.find((attempt) => attempt.attemptId === attemptId);
}

function toReserved({ reservation, reserveEntry, resolveEntry }: credits.ReservationRecord): Reserved {
  if (reservation === null) throw new Error('credits-service answered a record without its reservation');
  // Absent is null over gRPC and undefined in one process.
  return { reservation, reserveEntry: reserveEntry ?? undefined, resolveEntry: resolveEntry ?? undefined };
}

/** The id before, so that a page after it begins with the id; empty, as for a first page, before the lowest. */
export function uuidBefore(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  if (number === 0n) return '';
  const digits = (number - 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
