import type { KeyObject } from 'node:crypto';
import type { GuardedClock } from '@prospecting/platform/clock';
import { assertDeadlineAhead, withinDeadline, type CallContext } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { ClaimReleases } from './claim-releases.js';
import { claimOf, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { openBody, sealBody, sealOf, toSealingKey } from './sealed-body.js';
import { createSharedWrites, type SharedWrites } from './shared-writes.js';
import { deleteExpiredResponses } from './sql/delete-expired-responses.js';
import { renewLease } from './sql/renew-lease.js';
import { selectResponse, type ResponseRow } from './sql/select-response.js';

/** A successful response, in the form in which it is replayed. */
export interface StoredResponse {
  readonly status: number;
  /** JSON text in UTF-8, replayed byte for byte. */
  readonly body: Buffer;
  /** Value of Service-Credits-Remaining. Null: the response had no such header. */
  readonly creditsRemainingMillicredits: number | null;
}

/** Outcome of a claim. */
export type Claim =
  | { readonly kind: 'held'; readonly claim: HeldClaim }
  /** The same request succeeded before. */
  | { readonly kind: 'completed'; readonly response: StoredResponse }
  /** Another request with the key is running. */
  | { readonly kind: 'in_use' }
  /** The key was used with a different request. */
  | { readonly kind: 'reused' }
  /** The API key is revoked, even when this gateway has not been notified. */
  | { readonly kind: 'revoked' };

/** Idempotency-Keys that requests hold, and the responses that are replayed for 24 hours. */
export interface ResponseStore {
  /**
   * Throws service_unavailable, also while the clock is wrong. After that error the key is released
   * within seconds.
   */
  claim(request: KeyedRequest): Promise<Claim>;
  /**
   * Returns false when the lease expired and another request took over. Throws service_unavailable.
   */
  renew(claim: HeldClaim): Promise<boolean>;
  /**
   * Stores the response. Returns false, and stores nothing, when another request took over: it is
   * the same request and stores its own response. Throws service_unavailable.
   */
  complete(claim: HeldClaim, response: StoredResponse): Promise<boolean>;
  /**
   * Releases a claim after a failure: the key may come with any request. Never rejects, but
   * retries.
   */
  release(claim: HeldClaim): Promise<void>;
  /** Deletes one batch of expired rows and returns how many. Throws service_unavailable. */
  sweep(): Promise<number>;
  /** Finishes pending releases, for at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

export interface ResponseStoreOptions {
  /** The schema `edge`. */
  readonly on: Queryable;
  /** Returns true when an API key is revoked. It asks the database each time, never a cache. */
  readonly isRevoked: (keyId: string, call: CallContext) => Promise<boolean>;
  readonly clock: GuardedClock;
  readonly logger: Logger;
  /** At least one. The first seals bodies, all open them. */
  readonly secrets: readonly string[];
  /**
   * Longest wait of a request for its claim, and for the storage of its response. Default: 5,000.
   */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** Rows that one statement deletes. Few, so that it holds its locks and its connection briefly. */
const SWEEP_BATCH = 500;
/** Claim and read see different instants, so a row may appear or disappear between them. */
const CLAIM_ATTEMPTS = 3;
/**
 * Time after its deadline at which no statement can make a claim any more. A statement claims
 * nothing after the deadline, but one that began before may run until the server cancels it (5 s).
 */
const NO_LATER_CLAIM_AFTER_MS = 6_000;

export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { on, clock, secrets, isRevoked, timeoutMs = TIMEOUT_MS } = options;
  const keys = secrets.map(toSealingKey);
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('stored responses need a secret');
  const writes = createSharedWrites(on, clock);
  const releases = new ClaimReleases(options);
  return {
    claim: (request) =>
      claimInTime({ on, clock, isRevoked, writes, keys, releases }, claimOf(request), {
        deadlineAt: Date.now() + timeoutMs,
      }),
    async renew({ keyId, keyHash, leaseOwner }) {
      return (await renewLease.run(on, [keyId, keyHash, leaseOwner])).length > 0;
    },
    complete(claim, { status, body, creditsRemainingMillicredits }) {
      const sealedBody = sealBody(sealingKey, sealOf(claim), body);
      const call = { deadlineAt: Date.now() + timeoutMs };
      return withinDeadline(call, 'store', () =>
        writes.complete({ claim, status, sealedBody, creditsRemainingMillicredits }, call),
      );
    },
    release: (claim) => releases.release(claim),
    async sweep() {
      const [row] = await deleteExpiredResponses.run(on, [clock.now(), SWEEP_BATCH]);
      return row?.deleted ?? 0;
    },
    stop: (limitMs) => releases.stop(limitMs),
  };
}

interface Claiming extends Pick<ResponseStoreOptions, 'on' | 'clock' | 'isRevoked'> {
  readonly writes: SharedWrites;
  /** Keys that may have sealed the stored bodies. */
  readonly keys: readonly KeyObject[];
  readonly releases: ClaimReleases;
}

async function claimInTime(claiming: Claiming, claim: HeldClaim, call: CallContext): Promise<Claim> {
  const { writes, releases } = claiming;
  // Runs at the same time as the check of the API key, in another database.
  const attempt = tryToClaim(claiming, claim, call);
  try {
    return await withinDeadline(call, 'claim', () => unlessRevoked(claiming, attempt, claim, call));
  } catch (error) {
    // No request works under this claim. Yet it may be held, or a late statement may still make it.
    // The check of the API key may fail long before the claim is made, so this waits for the
    // attempt itself.
    const mayBeHeld = (): boolean => writes.wasSent(claim);
    releases.releaseAfter(attempt.then(mayBeHeld, mayBeHeld), claim, call.deadlineAt + NO_LATER_CLAIM_AFTER_MS);
    throw error;
  }
}

/** Releases the claim when the API key is revoked. */
async function unlessRevoked(
  { isRevoked, releases }: Claiming,
  attempt: Promise<Claim>,
  claim: HeldClaim,
  call: CallContext,
): Promise<Claim> {
  const [outcome, revoked] = await Promise.all([attempt, isRevoked(claim.keyId, call)]);
  if (!revoked) return outcome;
  if (outcome.kind === 'held') await releases.release(claim);
  return { kind: 'revoked' };
}

async function tryToClaim({ on, clock, writes, keys }: Claiming, claim: HeldClaim, call: CallContext): Promise<Claim> {
  // Throws while the clock is wrong, before the database is asked.
  clock.now();
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    if (await writes.claim(claim, call)) return { kind: 'held', claim };
    assertDeadlineAhead(call, 'claim');
    const [row] = await selectResponse.run(on, [claim.keyId, claim.keyHash]);
    const outcome = row && readRow(row, claim, keys);
    if (outcome !== undefined) return outcome;
  }
  return { kind: 'in_use' };
}

/**
 * Returns what the row of a claimed key means for a request; `undefined` when it can be claimed
 * now.
 */
function readRow(
  row: ResponseRow,
  request: KeyedRequest,
  keys: readonly KeyObject[],
): Exclude<Claim, { kind: 'held' }> | undefined {
  const isSameRequest = row.fingerprint.equals(request.fingerprint);
  if (row.status === null || row.body === null) {
    if (row.isLeased === true) return { kind: 'in_use' };
    return isSameRequest ? undefined : { kind: 'reused' };
  }
  if (!isSameRequest) return { kind: 'reused' };
  const body = openBody(keys, sealOf(request), row.body);
  // Running the request again could charge again, so an error is the safe answer.
  if (body === undefined) {
    throw new Error('a stored response does not open under any secret in STORED_RESPONSE_SECRET; restore the old one');
  }
  const response = { status: row.status, body, creditsRemainingMillicredits: row.creditsRemainingMillicredits };
  return { kind: 'completed', response };
}
