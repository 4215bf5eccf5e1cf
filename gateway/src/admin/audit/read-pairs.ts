import type { Call, Service } from '@prospecting/platform/grpc';
import type { credits, reveal } from '@prospecting/protos';
import type { Pair } from './compare.js';

/** The two sides that are compared. */
export interface Books {
  readonly creditsReader: Pick<
    Service<credits.CreditsReaderDefinition>,
    'getBalances' | 'listAccounts' | 'listEntries' | 'listReservations'
  >;
  readonly revealSpender: Pick<Service<reveal.RevealSpenderDefinition>, 'listAttempts'>;
  /** Deadline and trace of the next call. */
  readonly newCall: () => Call;
}

export const PAGE_SIZE = 1_000;

/** Reservations and committed attempts of an account, side by side by their common id. Holds a page of each. */
export async function* readPairs(books: Books, accountId: string): AsyncGenerator<Pair> {
  const reservations = readReservations(books, accountId);
  const attempts = readAttempts(books, accountId);
  let reservation = await nextOf(reservations);
  let attempt = await nextOf(attempts);
  while (reservation !== undefined || attempt !== undefined) {
    const order = compareIds(reservation?.reservationId, attempt?.attemptId);
    yield { reservation: order <= 0 ? reservation : undefined, attempt: order >= 0 ? attempt : undefined };
    if (order <= 0) reservation = await nextOf(reservations);
    if (order >= 0) attempt = await nextOf(attempts);
  }
}

/**
 * Both sides of one id again, for a pair that differed: they were read at different times. An attempt commits after its reservation was made
 * and before it is captured, so what is captured is compared with an attempt read later, and the lack of a reservation with one read earlier.
 */
export async function readPairAgain(books: Books, accountId: string, id: string): Promise<Pair> {
  const after = uuidBefore(id);
  const readAttempt = async (): Promise<reveal.Attempt | undefined> => {
    const { attempts } = await books.revealSpender.listAttempts(
      { accountId, afterAttemptId: after, limit: 1 },
      books.newCall(),
    );
    return attempts.find(({ attemptId }) => attemptId === id);
  };
  const before = await readAttempt();
  const reservation = await readReservation(books, accountId, id);
  return { reservation, attempt: reservation === undefined ? before : await readAttempt() };
}

export async function readReservation(
  {
    creditsReader,
    newCall,
  }: Pick<Books, 'newCall'> & {
    readonly creditsReader: Pick<Books['creditsReader'], 'listReservations'>;
  },
  accountId: string,
  reservationId: string,
): Promise<credits.Reservation | undefined> {
  const request = { accountId, afterReservationId: uuidBefore(reservationId), limit: 1 };
  const { records } = await creditsReader.listReservations(request, newCall());
  return (
    records.map(({ reservation }) => reservation).find((each) => each?.reservationId === reservationId) ?? undefined
  );
}

async function* readReservations(
  { creditsReader, newCall }: Books,
  accountId: string,
): AsyncGenerator<credits.Reservation, void> {
  let afterReservationId = '';
  for (let full = true; full;) {
    const request = { accountId, afterReservationId, limit: PAGE_SIZE };
    const { records } = await creditsReader.listReservations(request, newCall());
    const reservations = records.map(({ reservation }) => reservation).filter((each) => each !== null);
    yield* reservations;
    afterReservationId = reservations.at(-1)?.reservationId ?? '';
    full = records.length === PAGE_SIZE;
  }
}

async function* readAttempts(
  { revealSpender, newCall }: Books,
  accountId: string,
): AsyncGenerator<reveal.Attempt, void> {
  let afterAttemptId = '';
  for (let full = true; full;) {
    const { attempts } = await revealSpender.listAttempts({ accountId, afterAttemptId, limit: PAGE_SIZE }, newCall());
    yield* attempts;
    afterAttemptId = attempts.at(-1)?.attemptId ?? '';
    full = attempts.length === PAGE_SIZE;
  }
}

async function nextOf<Item>(items: AsyncGenerator<Item, void>): Promise<Item | undefined> {
  const { value, done } = await items.next();
  return done === true ? undefined : value;
}

/** As PostgreSQL orders UUIDs, which is the order of their lower-case text; what is not there comes last. */
function compareIds(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}

/** The id before, so that a page after it begins with the id; empty, as for a first page, before the lowest. */
export function uuidBefore(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  if (number === 0n) return '';
  const digits = (number - 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
