import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError } from '@prospecting/platform/errors';
import type { Logger } from '@prospecting/platform/telemetry';
import { LEASE_MS, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import type { ResponseStore, StoredResponse } from './response-store.js';

/** The steps of a request that is done once, at which tests make the process fail. */
export const GATEWAY_CRASH_POINTS = [
  // The Idempotency-Key is claimed; nothing is asked of any service.
  'gateway.claimed',
  // The work is done, and its response not stored.
  'gateway.worked',
  // Stored, and not answered.
  'gateway.stored',
] as const;

export type GatewayCrashPoint = (typeof GATEWAY_CRASH_POINTS)[number];

export interface OnceOptions {
  readonly store: ResponseStore;
  readonly logger: Logger;
  /** Calls something again and again until it is told to stop. The default does so by a timer. */
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
 * a failure nothing is remembered: what the work may have done all the same, the operation that it names
 * remembers. Throws idempotency_key_in_use, idempotency_key_reused, api_key_revoked, service_unavailable, and
 * what `work` throws.
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
    case 'revoked':
      throw new DomainError('api_key_revoked', { detail: 'This API key has been revoked.' });
    case 'held':
      return { ...(await workUnder(claim.claim, options, work)), replayed: false };
  }
}

async function workUnder(
  claim: HeldClaim,
  { store, logger, repeat = repeatByTimer, crashPoints }: OnceOptions,
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
      await store.giveBack(claim);
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

function repeatByTimer(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}
