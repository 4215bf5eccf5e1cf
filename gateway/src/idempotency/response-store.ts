import { hash, randomUUID, type KeyObject } from 'node:crypto';
import { Coalescer } from '@prospecting/platform/batching';
import type { Clock } from '@prospecting/platform/clock';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import { openBody, sealBody, toSealingKey, type Seal } from './sealed-body.js';
import { claimKeys } from './sql/claim-keys.js';
import { completeResponses } from './sql/complete-responses.js';
import { deleteExpired } from './sql/delete-expired.js';
import { forgetClaim } from './sql/forget-claim.js';
import { readResponse, type StoredResponseRow } from './sql/read-response.js';
import { renewLease } from './sql/renew-lease.js';

/** One request under an Idempotency-Key. */
export interface KeyedRequest {
  /** The API key as an identity: a rolled key still replays what its old secret started. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
}

/** A successful response, as it is replayed. */
export interface StoredResponse {
  readonly status: number;
  /** JSON text in UTF-8, replayed byte for byte. */
  readonly body: Buffer;
  /** What Service-Credits-Remaining said; null: the header was absent. */
  readonly creditsRemainingMillicredits: number | null;
}

/** The right to do the work of a request, until it is completed, forgotten or its lease is over. */
export interface HeldClaim extends KeyedRequest {
  readonly leaseOwner: string;
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

export const LEASE_MS = 60_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Claim and read see different instants, so a row may come or go between them. */
const CLAIM_ATTEMPTS = 3;
const TIMEOUT_MS = 5_000;
/** A statement costs the database far more than a row in it, so requests that come at once share one. */
const SHARED = { maxItems: 32, maxInFlight: 2, maxQueuedItems: 1_000 };
const SWEEP_BATCH = 500;
const SWEEP_BATCHES = 100;

export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { on, clock, secrets, timeoutMs = TIMEOUT_MS } = options;
  const keys = secrets.map(toSealingKey);
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('stored responses need a secret');
  const claims = new Coalescer({ ...SHARED, run: (batch: HeldClaim[]) => claimAll(on, clock.now(), batch) });
  const completions = new Coalescer({ ...SHARED, run: (batch: Completion[]) => completeAll(on, clock.now(), batch) });
  return {
    async claim(request) {
      const claim: HeldClaim = { ...request, leaseOwner: randomUUID() };
      for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
        const now = clock.now();
        if (await within(timeoutMs, claims, claim)) return { kind: 'held', claim };
        const [row] = await readResponse.run(on, [request.keyId, hashOf(request)]);
        const taken = row === undefined ? undefined : whatStands(row, request, now, keys);
        if (taken !== undefined) return taken;
      }
      return { kind: 'in_use' };
    },
    async renew(claim) {
      const until = after(clock.now(), LEASE_MS);
      return (await renewLease.run(on, [claim.keyId, hashOf(claim), claim.leaseOwner, until])).length > 0;
    },
    complete(claim, response) {
      const sealed = sealBody(sealingKey, sealOf(claim), response.body);
      return within(timeoutMs, completions, { claim, response: { ...response, body: sealed } });
    },
    async forget(claim) {
      await forgetClaim.run(on, [claim.keyId, hashOf(claim), claim.leaseOwner]);
    },
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

/** A response whose body is sealed, and the claim that its work was done under. */
interface Completion {
  readonly claim: HeldClaim;
  readonly response: StoredResponse;
}

/** @returns of each whether it is held now */
async function claimAll(on: Queryable, now: Date, claims: readonly HeldClaim[]): Promise<boolean[]> {
  const rows = await claimKeys.run(on, [
    claims.map(({ keyId }) => keyId),
    claims.map(hashOf),
    claims.map(({ fingerprint }) => fingerprint),
    claims.map(({ leaseOwner }) => leaseOwner),
    now,
    after(now, LEASE_MS),
    after(now, KEPT_MS),
  ]);
  return claims.map(({ leaseOwner }) => rows.some((row) => row.leaseOwner === leaseOwner));
}

/** @returns of each whether it is stored now */
async function completeAll(on: Queryable, now: Date, completions: readonly Completion[]): Promise<boolean[]> {
  const claims = completions.map(({ claim }) => claim);
  const responses = completions.map(({ response }) => response);
  const bodies = responses.map(({ body }) => body);
  const rows = await completeResponses.run(on, [
    claims.map(({ keyId }) => keyId),
    claims.map(hashOf),
    claims.map(({ fingerprint }) => fingerprint),
    claims.map(({ leaseOwner }) => leaseOwner),
    responses.map(({ status }) => status),
    responses.map(({ creditsRemainingMillicredits }) => creditsRemainingMillicredits),
    Buffer.concat(bodies),
    offsetsOf(bodies),
    bodies.map(({ length }) => length),
    now,
    after(now, KEPT_MS),
  ]);
  return claims.map(({ leaseOwner }) => rows.some((row) => row.leaseOwner === leaseOwner));
}

/** Where each begins when they are put one after the other. */
function offsetsOf(buffers: readonly Buffer[]): number[] {
  let end = 0;
  return buffers.map(({ length }) => (end += length) - length);
}

/** The result of one item of work that is shared, or service_unavailable when it takes longer. */
async function within<Item>(timeoutMs: number, shared: Coalescer<Item, boolean>, item: Item): Promise<boolean> {
  const call = { deadlineAt: Date.now() + timeoutMs };
  const [done] = await withinDeadline(call, 'stored response', () => shared.load([item], call));
  return done === true;
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

function hashOf(request: KeyedRequest): Buffer {
  return hash('sha256', request.idempotencyKey, 'buffer');
}

function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
