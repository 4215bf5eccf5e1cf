import type { KeyObject } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { withinDeadline, type Call } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import { claimOf, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { after, LEASE_MS } from './lifetimes.js';
import { openBody, sealBody, toSealingKey, type Seal } from './sealed-body.js';
import { createSharedWrites } from './shared-writes.js';
import { deleteExpired } from './sql/delete-expired.js';
import { forgetClaim } from './sql/forget-claim.js';
import { readResponse, type StoredResponseRow } from './sql/read-response.js';
import { renewLease } from './sql/renew-lease.js';

/** A successful response, as it is replayed. */
export interface StoredResponse {
  readonly status: number;
  /** JSON text in UTF-8, replayed byte for byte. */
  readonly body: Buffer;
  /** What Service-Credits-Remaining said; null: the header was absent. */
  readonly creditsRemainingMillicredits: number | null;
}

export type Claim =
  | { readonly kind: 'held'; readonly claim: HeldClaim }
  /** The work was done: its response. */
  | { readonly kind: 'completed'; readonly response: StoredResponse }
  /** Someone is at work on it. */
  | { readonly kind: 'in_use' }
  /** The key was used with another request. */
  | { readonly kind: 'reused' };

/** Which requests are under way, and the responses of those that succeeded within a day. Every method may throw service_unavailable. */
export interface ResponseStore {
  claim(request: KeyedRequest): Promise<Claim>;
  /** False when the lease ran out and someone else took over. */
  renew(claim: HeldClaim): Promise<boolean>;
  /** False as above; the response is not stored then, as the one who took over the same request stores the same. */
  complete(claim: HeldClaim, response: StoredResponse): Promise<boolean>;
  forget(claim: HeldClaim): Promise<void>;
  /** Deletes what is over, in bounded batches; answers how many rows. */
  sweep(): Promise<number>;
}

export interface ResponseStoreOptions {
  readonly on: Queryable;
  readonly clock: Clock;
  /** At least one: the first seals, all open. */
  readonly secrets: readonly string[];
  /** Longest that a request waits for its claim, or for its response to be stored. Default 5,000. */
  readonly timeoutMs?: number;
}

/** Claim and read see different instants, so a row may come or go between them. */
const CLAIM_ATTEMPTS = 3;
const TIMEOUT_MS = 5_000;
const SWEEP_BATCH = 500;
const SWEEP_BATCHES = 100;

export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { on, clock, secrets, timeoutMs = TIMEOUT_MS } = options;
  const keys = secrets.map(toSealingKey);
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('stored responses need a secret');
  const writes = createSharedWrites(on, clock);
  const tryToClaim = async (claim: HeldClaim, call: Call): Promise<Claim> => {
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
      const now = clock.now();
      if (await writes.claim(claim, call)) return { kind: 'held', claim };
      const [row] = await readResponse.run(on, [claim.keyId, claim.keyHash]);
      const taken = row === undefined ? undefined : whatStands(row, claim, now, keys);
      if (taken !== undefined) return taken;
    }
    return { kind: 'in_use' };
  };
  const forget = async (claim: HeldClaim): Promise<void> => {
    await forgetClaim.run(on, [claim.keyId, claim.keyHash, claim.leaseOwner]);
  };
  return {
    async claim(request) {
      const claim = claimOf(request);
      const call = { deadlineAt: Date.now() + timeoutMs };
      const claiming = tryToClaim(claim, call);
      try {
        return await withinDeadline(call, 'claim', () => claiming);
      } catch (error) {
        // Nobody works under it: should it stand all the same, or come to stand late, the key is free for any request.
        const takeBack = (): Promise<void> => forget(claim);
        claiming.then(takeBack, takeBack).catch(() => {});
        throw error;
      }
    },
    async renew(claim) {
      const until = after(clock.now(), LEASE_MS);
      return (await renewLease.run(on, [claim.keyId, claim.keyHash, claim.leaseOwner, until])).length > 0;
    },
    complete(claim, { status, body, creditsRemainingMillicredits }) {
      const sealedBody = sealBody(sealingKey, sealOf(claim), body);
      const call = { deadlineAt: Date.now() + timeoutMs };
      return withinDeadline(call, 'store', () =>
        writes.complete({ claim, status, sealedBody, creditsRemainingMillicredits }, call),
      );
    },
    forget,
    async sweep() {
      let total = 0;
      for (let batch = 0; batch < SWEEP_BATCHES; batch += 1) {
        const [row] = await deleteExpired.run(on, [clock.now(), SWEEP_BATCH]);
        total += row?.deleted ?? 0;
        if ((row?.deleted ?? 0) < SWEEP_BATCH) break;
      }
      return total;
    },
  };
}

/** `undefined`: it could be claimed by now. */
function whatStands(
  row: StoredResponseRow,
  request: KeyedRequest,
  now: Date,
  keys: readonly KeyObject[],
): Exclude<Claim, { kind: 'held' }> | undefined {
  const sameRequest = row.fingerprint.equals(request.fingerprint);
  if (row.status === null || row.body === null) {
    if (row.lease_until !== null && row.lease_until > now) return { kind: 'in_use' };
    return sameRequest ? undefined : { kind: 'reused' };
  }
  if (!sameRequest) return { kind: 'reused' };
  const body = openBody(keys, sealOf(request), row.body);
  // Running it again could charge again; not answering is the safe side.
  if (body === undefined) throw new Error('a stored response does not open under any configured secret');
  const response = { status: row.status, body, creditsRemainingMillicredits: row.credits_remaining_millicredits };
  return { kind: 'completed', response };
}

function sealOf(request: KeyedRequest): Seal {
  return {
    idempotencyKey: request.idempotencyKey,
    boundTo: Buffer.concat([Buffer.from(request.keyId), request.fingerprint]),
  };
}
