import type { Pair } from './compare-pair.js';
import { readAttempt, readAttempts, readReservation, readReservations, type Books } from './read-books.js';

/**
 * Joins the reservations and the committed attempts of an account by id. Keeps a page of each in
 * memory.
 */
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
 * Reads a pair again that differed because its sides were read at different times. An attempt
 * commits after its reservation is made and before it is captured. So a reservation is compared
 * with the attempt that is read after it, and a missing reservation with the attempt that was read
 * before.
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

/**
 * Orders ids like PostgreSQL orders UUIDs, which is the order of their lower-case text. Undefined
 * comes last.
 */
function compareIds(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}
