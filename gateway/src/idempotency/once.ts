import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError } from '@prospecting/platform/errors';
import type { Logger } from '@prospecting/platform/telemetry';
import type { GatewayCrashPoint } from './crash-points.js';
import type { HeldClaim, KeyedRequest } from './keyed-request.js';
import { LEASE_MS } from './lifetimes.js';
import type { ResponseStore } from './response-store.js';
import type { StoredResponse } from './stored-response.js';

export interface OnceOptions {
  readonly store: ResponseStore;
  readonly logger: Logger;
  /** Calls something again and again until it is told to stop; the default does so by the wall clock. */
  readonly repeat?: Repeat;
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
}

export type Repeat = (work: () => void, everyMs: number) => () => void;

/** A response, and whether it is the first one played again. */
export interface OnceResponse extends StoredResponse {
  readonly replayed: boolean;
}

/** Two renewals may fail before a lease runs out. */
const RENEW_EVERY_MS = LEASE_MS / 3;

/**
 * Does the work of a request once: the same request again gets the first response, and 409 while that one is under way. After
 * a failure nothing is remembered. Throws idempotency_key_in_use, idempotency_key_reused, and what `work` throws.
 */
export async function once(
  options: OnceOptions,
  request: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<OnceResponse> {
  const claim = await options.store.claim(request);
  switch (claim.kind) {
    case 'completed':
      return { ...claim.response, replayed: true };
    case 'in_use':
      throw new DomainError('idempotency_key_in_use', {
        detail: 'The first request with this Idempotency-Key is still running; retry in a second to get its response.',
        members: { retryAfterSeconds: 1 },
      });
    case 'reused':
      throw new DomainError('idempotency_key_reused', {
        detail: 'This Idempotency-Key was used with a different request; send a new key.',
      });
    case 'held':
      return { ...(await workUnder(claim.claim, options, work)), replayed: false };
  }
}

async function workUnder(
  claim: HeldClaim,
  { store, logger, repeat = repeatByWallClock, crashPoints }: OnceOptions,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const logFailure =
    (message: string) =>
    (error: unknown): void =>
      logger.error({ err: error, keyId: claim.keyId }, message);
  const stopRenewing = repeat(() => {
    store.renew(claim).catch(logFailure('a lease of an Idempotency-Key was not renewed'));
  }, RENEW_EVERY_MS);
  try {
    await crashPoints?.pass('gateway.claimed');
    const response = await work().catch(async (error: unknown) => {
      await store.forget(claim).catch(logFailure('a claim of an Idempotency-Key stays until its lease is over'));
      throw error;
    });
    await crashPoints?.pass('gateway.worked');
    // The work is done, so its response stands whether or not it can be kept: a retry comes to the same outcome.
    await store.complete(claim, response).catch(logFailure('a response was not stored for replay'));
    await crashPoints?.pass('gateway.stored');
    return response;
  } finally {
    stopRenewing();
  }
}

function repeatByWallClock(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}
