import { DomainError, serviceUnavailable, toDomainError } from '@prospecting/platform/errors';
import { remainingMs, type Call } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { SpendingDependencies } from './dependencies.js';
import type { AttemptName } from './resolve-attempt.js';
import type { RevealDependencies } from './settlement-queue.js';

/** Longest a try waits for credits-service. */
const TRY_TIMEOUT_MS = 1_500;
/** Kept back from the caller's deadline for the commit and the answer. */
const COMMIT_MS = 100;
const MAX_TRIES = 2;

/** Less than this is left of the caller's time: not worth beginning anything. */
export function refuseLate(call: Call): void {
  if (remainingMs(call) < COMMIT_MS) throw serviceUnavailable('reveal: too little time left before the deadline');
}

/**
 * Reserves the whole price under the attempt's id; the same id again is the same reservation, so a lost reply is asked for once more.
 * Throws insufficient_credits, or service_unavailable, after which the reservation is released in case there is one.
 */
export async function reserve(
  { credits: { ledger }, settlements }: RevealDependencies,
  { accountId, attemptId }: AttemptName,
  millicredits: number,
  call: Call,
): Promise<credits.Reservation> {
  const request = { accountId, reservationId: attemptId, millicredits };
  for (let tries = 1; ; tries += 1) {
    refuseLate(call);
    try {
      const deadlineAt = Math.min(call.deadlineAt - COMMIT_MS / 2, Date.now() + TRY_TIMEOUT_MS);
      return await ledger.reserve(request, { ...call, deadlineAt });
    } catch (error) {
      const { code } = toDomainError(error);
      if (code === 'insufficient_credits') throw error;
      if (code === 'service_unavailable' && tries < MAX_TRIES && remainingMs(call) >= COMMIT_MS) continue;
      settlements.add({ kind: 'release', accountId, attemptId });
      throw error;
    }
  }
}

/** What the account could spend now, in millicredits; `undefined` without a credit subscription. */
export async function readRemaining(
  { credits: { reader } }: SpendingDependencies,
  accountId: string,
  call: Call,
): Promise<number | undefined> {
  const { balances } = await reader.getBalances({ accountIds: [accountId] }, call);
  const [balance] = balances;
  if (balance === undefined) throw new Error('a balance that was asked for was not answered');
  if (balance.subscription === undefined || balance.subscription === null) return undefined;
  return balance.includedMillicredits + balance.purchasedMillicredits;
}

/** A refusal that another request's open reservation may be the reason for: without a subscription there is none. */
export function mayPassSoon(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    error.code === 'insufficient_credits' &&
    error.members.creditsRemainingMillicredits !== null
  );
}
