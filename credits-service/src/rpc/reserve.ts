import { DomainError } from '@prospecting/platform/errors';
import { inTransaction, violates } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import type { AccountBalance } from '../ledger/balance.js';
import { amountOf, partsTaken } from '../ledger/reservation.js';
import { reserve as reserveStatement, type ReserveRow } from '../sql/reserve.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { touch } from './touch.js';
import { parseAccountId, parseReservationId, refuse } from './validate.js';

interface Wanted {
  readonly accountId: string;
  readonly reservationId: string;
  readonly millicredits: number;
  readonly now: Date;
}

/**
 * Takes credits off the balance, all or nothing: one statement and one round trip, but for the first
 * touch of a month and a balance that cannot pay. An id that the account has used, or released before
 * it was used, moves nothing and is answered as it is, whatever the amount. Throws insufficient_credits;
 * validation_failed on `accountId`, `reservationId` or `millicredits`.
 */
export async function reserve(
  dependencies: CreditsDependencies,
  { accountId, reservationId, millicredits }: credits.ReserveRequest,
): Promise<credits.Reservation> {
  const wanted: Wanted = {
    accountId: parseAccountId(accountId),
    reservationId: parseReservationId(reservationId),
    millicredits,
    now: dependencies.clock.now(),
  };
  if (!Number.isSafeInteger(millicredits) || millicredits <= 0)
    refuse('millicredits', 'must be more than 0, and whole');
  await dependencies.crashPoints?.pass('credits.reserving');
  const row = (await reserveAtOnce(dependencies, wanted)) ?? (await reserveAfterTouch(dependencies, wanted));
  await dependencies.crashPoints?.pass('credits.reserved');
  const { existed, remainingMillicredits } = row;
  return { ...toReservation(row), existed, remainingMillicredits };
}

async function reserveAtOnce(
  { pool }: CreditsDependencies,
  { accountId, reservationId, millicredits, now }: Wanted,
): Promise<ReserveRow | undefined> {
  try {
    const [row] = await reserveStatement.run(pool, [accountId, reservationId, millicredits, now]);
    return row;
  } catch (error) {
    // Another call made or released the same reservation after this statement had begun; the next one finds it.
    if (violates(error, 'reservations_pkey')) return undefined;
    throw error;
  }
}

/** Once the touch has locked the balance, the statement sees all that was done before, so that what it says of the account is final. */
async function reserveAfterTouch(
  { pool }: CreditsDependencies,
  { accountId, reservationId, millicredits, now }: Wanted,
): Promise<ReserveRow> {
  return inTransaction(pool, async (client) => {
    const balance = await touch(client, accountId, now);
    const [row] = await reserveStatement.run(client, [accountId, reservationId, millicredits, now]);
    if (row !== undefined) return row;
    throw insufficientCredits(balance, millicredits);
  });
}

function insufficientCredits(balance: AccountBalance | undefined, millicredits: number): Error {
  if (balance !== undefined && partsTaken(balance, millicredits) !== undefined)
    return new Error(`balance of ${balance.accountId} can pay and was not taken from`);
  return new DomainError('insufficient_credits', {
    members: {
      creditsRequiredMillicredits: millicredits,
      creditsRemainingMillicredits: balance === undefined ? null : amountOf(balance),
    },
  });
}
