import type { Pair } from './compare-pair.js';
import { readAttempt, readAttempts, readReservation, readReservations, type Books } from './read-books.js';

/** Reservations and committed attempts of an account, side by side by their common id. Holds a page of each. */
export async function* readPairs(books: Books, accountId: string): AsyncGenerator<Pair> {
  const reservations = readReservations(books, accountId);
  const attempts = readAttempts(books, accountId);
  let reserved = await nextOf(reservations);
  let attempt = await nextOf(attempts);
  while (reserved !== undefined || attempt !== undefined) {
    const order = compareIds(reserved?.reservation.reservationId, attempt?.attemptId);
    yield { reserved: order <= 0 ? reserved : undefined, attempt: order >= 0 ? attempt : undefined };
    if (order <= 0) reserved = await nextOf(reservations);
    if (order >= 0) attempt = await nextOf(attempts);
  }
}

/**
 * Both sides of one id again, for a pair that differed: they were read at different times. An attempt commits after its reservation was made
 * and before it is captured, so what is captured is compared with an attempt read later, and the lack of a reservation with one read earlier.
 */
export async function readPairAgain(books: Books, accountId: string, id: string): Promise<Pair> {
  const before = await readAttempt(books, accountId, id);
  const reserved = await readReservation(books, accountId, id);
  return { reserved, attempt: reserved === undefined ? before : await readAttempt(books, accountId, id) };
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
