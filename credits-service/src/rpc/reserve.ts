import { DomainError } from '@prospecting/platform/errors';
import { inTransaction, violates } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import type { AccountBalance } from '../ledger/balance.js';
import { amountOf } from '@prospecting/platform/amounts';
import { partsTaken } from '../ledger/reservation.js';
import { reserve as reserveStatement, type ReserveRow } from '../sql/reserve.js';
import type { CreditsDependencies } from './dependencies.js';
import { toReservation } from './present.js';
import { invalidField, parseAccountId, parseReservationId } from './validate.js';
import { withLockedBalance } from './with-locked-balance.js';

interface ReserveCommand {
  readonly accountId: string;
  readonly reservationId: string;
  readonly millicredits: number;
  readonly now: Date;
}

/**
 * Takes credits off the balance, all or nothing. It costs one statement and one round trip, except
 * for the first change of a month and a balance that cannot pay. An id that the account has used,
 * or has released before use, moves nothing: the response is that reservation, whatever the amount.
 * Throws insufficient_credits; validation_failed on `accountId`, `reservationId` or `millicredits`.
 */
export async function reserve(
  dependencies: CreditsDependencies,
  { accountId, reservationId, millicredits }: credits.ReserveRequest,
): Promise<credits.Reservation> {
  const command: ReserveCommand = {
    accountId: parseAccountId(accountId),
    reservationId: parseReservationId(reservationId),
    millicredits,
    now: dependencies.clock.now(),
  };
  if (!Number.isSafeInteger(millicredits) || millicredits <= 0)
    throw invalidField('millicredits', 'must be more than 0, and whole');
  await dependencies.crashPoints?.pass('credits.reserving');
  const row = (await reserveInOneStatement(dependencies, command)) ?? (await reserveUnderLock(dependencies, command));
  await dependencies.crashPoints?.pass('credits.reserved');
  const { existed, remainingMillicredits } = row;
  return { ...toReservation(row), existed, remainingMillicredits };
}

async function reserveInOneStatement(
  { pool }: CreditsDependencies,
  { accountId, reservationId, millicredits, now }: ReserveCommand,
): Promise<ReserveRow | undefined> {
  try {
    const [row] = await reserveStatement.run(pool, [accountId, reservationId, millicredits, now]);
    return row;
  } catch (error) {
    // Another call made or released the same reservation after this statement began. The next
    // statement finds it.
    if (violates(error, 'reservations_pkey')) return undefined;
    throw error;
  }
}

/**
 * Locks the balance first, in a statement of its own. The reserve statement then sees every earlier
 * change of the account, so its answer is final.
 */
async function reserveUnderLock(
  { pool }: CreditsDependencies,
  { accountId, reservationId, millicredits, now }: ReserveCommand,
): Promise<ReserveRow> {
  return inTransaction(pool, async (client) => {
    const balance = await withLockedBalance(client, accountId, now);
    const [row] = await reserveStatement.run(client, [accountId, reservationId, millicredits, now]);
    if (row !== undefined) return row;
    throw insufficientCredits(balance, millicredits);
  });
}

function insufficientCredits(balance: AccountBalance | undefined, millicredits: number): Error {
  if (balance !== undefined && partsTaken(balance, millicredits) !== undefined)
    return new Error(`the balance of ${balance.accountId} can pay, but the reserve statement took nothing`);
  return new DomainError('insufficient_credits', {
    members: {
      creditsRequiredMillicredits: millicredits,
      creditsRemainingMillicredits: balance === undefined ? null : amountOf(balance),
    },
  });
}
