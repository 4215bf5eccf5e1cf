import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError } from '@prospecting/platform/errors';
import { Counter, type Logger, type Registry } from '@prospecting/platform/telemetry';
import { LEASE_MS, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import type { ResponseStore, StoredResponse } from './response-store.js';

/** Steps of an idempotent request at which tests crash the process. */
export const GATEWAY_CRASH_POINTS = [
  // The Idempotency-Key is claimed. No service has been called.
  'gateway.claimed',
  // The work is done. Its response is not stored.
  'gateway.worked',
  // The response is stored. The caller has no answer.
  'gateway.stored',
] as const;

export type GatewayCrashPoint = (typeof GATEWAY_CRASH_POINTS)[number];

export interface IdempotentRunOptions {
  readonly store: ResponseStore;
  readonly logger: Logger;
  readonly metrics: IdempotencyMetrics;
  /** Repeats the renewal of the lease. Default: by a timer. */
  readonly repeat?: Repeat;
  /** Only tests set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
}

/** Counts requests by what their Idempotency-Key meant. */
export type IdempotencyMetrics = Counter<'outcome'>;

export function createIdempotencyMetrics(registry: Registry): IdempotencyMetrics {
  const outcomes = new Counter({
    name: 'prospect_idempotency_total',
    help: 'Requests with an Idempotency-Key: claimed (the first, or after a failure), replayed, in_use (409), reused (422).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['claimed', 'replayed', 'in_use', 'reused']) outcomes.inc({ outcome }, 0);
  return outcomes;
}

/** Calls `work` every `everyMs` until the returned function is called. */
export type Repeat = (work: () => void, everyMs: number) => () => void;

export interface IdempotentResponse extends StoredResponse {
  /** True when an earlier request with the same Idempotency-Key produced the response. */
  readonly replayed: boolean;
}

/** Two renewals may fail before a lease runs out. */
const RENEW_EVERY_MS = LEASE_MS / 3;

/**
 * Does the work of a request once. The same request gets 409 while the first one runs, and later
 * the first response. A failure releases the key and stores nothing. If the failed work spent
 * credits, its operation id makes a retry come to the same outcome. Throws idempotency_key_in_use,
 * idempotency_key_reused, api_key_revoked, service_unavailable, and every error of `work`.
 */
export async function runIdempotently(
  options: IdempotentRunOptions,
  request: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<IdempotentResponse> {
  const claim = await options.store.claim(request);
  const count = (outcome: string): void => options.metrics.inc({ outcome });
  switch (claim.kind) {
    case 'completed':
      count('replayed');
      return { ...claim.response, replayed: true };
    case 'in_use':
      count('in_use');
      throw new DomainError('idempotency_key_in_use', {
        detail: 'The first request with this Idempotency-Key is still running; retry in a second to get its response.',
        members: { retryAfterSeconds: 1 },
      });
    case 'reused':
      count('reused');
      throw new DomainError('idempotency_key_reused', {
        detail: 'This Idempotency-Key was used with a different request; send a new key.',
      });
    case 'revoked':
      throw new DomainError('api_key_revoked', { detail: 'This API key has been revoked.' });
    case 'held':
      count('claimed');
      return { ...(await workUnder(claim.claim, options, work)), replayed: false };
  }
}

async function workUnder(
  claim: HeldClaim,
  { store, logger, repeat = repeatByTimer, crashPoints }: IdempotentRunOptions,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const logFailure =
    (message: string) =>
    (error: unknown): void =>
      logger.error({ err: error, keyId: claim.keyId }, message);
  const stopRenewing = repeat(() => {
    store
      .renew(claim)
      .catch(logFailure('the lease of an Idempotency-Key was not renewed; the next renewal tries again'));
  }, RENEW_EVERY_MS);
  try {
    await crashPoints?.pass('gateway.claimed');
    const response = await work().catch(async (error: unknown) => {
      await store.release(claim);
      throw error;
    });
    await crashPoints?.pass('gateway.worked');
    // The work is done, so the caller gets its response even when it cannot be stored. A retry
    // comes to the same outcome.
    await store.complete(claim, response).catch(logFailure('a response was not stored for replay; a retry runs again'));
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
