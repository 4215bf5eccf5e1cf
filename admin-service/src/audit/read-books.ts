import type { CallContext, Service } from '@prospecting/platform/grpc';
import type { credits, reveal } from '@prospecting/protos';
import type { Reserved } from './compare-entries.js';

/** The two services whose records are compared. */
export interface Books {
  readonly creditsReader: Pick<
    Service<credits.CreditsReaderDefinition>,
    'getBalances' | 'listAccounts' | 'listEntries' | 'listReservations'
  >;
  readonly revealAdmin: Pick<Service<reveal.RevealAdminDefinition>, 'listAttempts' | 'listOperations' | 'listReveals'>;
  /** Returns the deadline and trace of the next call. */
  readonly newCall: () => CallContext;
}

export const PAGE_SIZE = 1_000;

interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page begins. Undefined for the last page. */
  readonly next: Position | undefined;
}

/** Yields the items of all pages in order. Keeps one page in memory. */
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

/** A page that is not full is the last. The next page begins after the last item. */
function pageOf<Item, Position>(items: readonly Item[], positionOf: (item: Item) => Position): Page<Item, Position> {
  const last = items[PAGE_SIZE - 1];
  return { items, next: last === undefined ? undefined : positionOf(last) };
}

/** Yields the ledger entries of an account after the entry `afterId`. */
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

export function readAttempts({ revealAdmin, newCall }: Books, accountId: string): AsyncGenerator<reveal.Attempt, void> {
  return readPages('', async (afterAttemptId) => {
    const { attempts } = await revealAdmin.listAttempts({ accountId, afterAttemptId, limit: PAGE_SIZE }, newCall());
    return pageOf(attempts, ({ attemptId }) => attemptId);
  });
}

export function readReveals(
  { revealAdmin, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.RevealRecord, void> {
  return readPages('', async (after) => {
    const { reveals, nextAfter } = await revealAdmin.listReveals({ accountId, after, limit: PAGE_SIZE }, newCall());
    return { items: reveals, next: nextAfter === '' ? undefined : nextAfter };
  });
}

export function readOperations(
  { revealAdmin, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.OperationRecord, void> {
  return readPages('', async (afterOperationId) => {
    const request = { accountId, afterOperationId, limit: PAGE_SIZE };
    const { operations } = await revealAdmin.listOperations(request, newCall());
    return pageOf(operations, ({ operationId }) => operationId);
  });
}

/**
 * Reads the current state of a reservation. Returns undefined when the account has none with that
 * id.
 */
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

/** Reads a committed attempt. Returns undefined when the account has none with that id. */
export async function readAttempt(
  { revealAdmin, newCall }: Books,
  accountId: string,
  attemptId: string,
): Promise<reveal.Attempt | undefined> {
  const request = { accountId, afterAttemptId: uuidBefore(attemptId), limit: 1 };
  const { attempts } = await revealAdmin.listAttempts(request, newCall());
  return attempts.find((attempt) => attempt.attemptId === attemptId);
}

function toReserved({ reservation, reserveEntry, resolveEntry }: credits.ReservationRecord): Reserved {
  if (reservation === null) throw new Error('credits-service returned a record without its reservation');
  // An absent field is null over gRPC and undefined in one process.
  return { reservation, reserveEntry: reserveEntry ?? undefined, resolveEntry: resolveEntry ?? undefined };
}

/**
 * Returns the id just before, so that the page after it begins with `id`. Empty, as for a first
 * page, for the lowest id.
 */
export function uuidBefore(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  if (number === 0n) return '';
  const digits = (number - 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
