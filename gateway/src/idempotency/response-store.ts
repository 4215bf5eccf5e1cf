import type { KeyObject } from 'node:crypto';
import type { GuardedClock } from '@prospecting/platform/clock';
import { refuseHopeless, withinDeadline, type Call } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { GivingBack } from './giving-back.js';
import { claimOf, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { openBody, sealBody, sealOf, toSealingKey } from './sealed-body.js';
import { createSharedWrites, type SharedWrites } from './shared-writes.js';
import { deleteExpired } from './sql/delete-expired.js';
import { readResponse, type FoundRow } from './sql/read-response.js';
import { renewLease } from './sql/renew-lease.js';

/** A successful response, as it is replayed. */
export interface StoredResponse {
  readonly status: number;
  /** JSON text in UTF-8, replayed byte for byte. */
  readonly body: Buffer;
  /** What Service-Credits-Remaining said; null: the header was absent. */
  readonly creditsRemainingMillicredits: number | null;
}

/** What a request finds under its Idempotency-Key. */
export type Claim =
  | { readonly kind: 'held'; readonly claim: HeldClaim }
  /** The work was done: its response. */
  | { readonly kind: 'completed'; readonly response: StoredResponse }
  /** Another request is at work under the key. */
  | { readonly kind: 'in_use' }
  /** The key was used with another request. */
  | { readonly kind: 'reused' }
  /** The API key is revoked, whatever this gateway has heard. */
  | { readonly kind: 'revoked' };

/** Which requests are under way, and the responses of those that succeeded within a day. */
export interface ResponseStore {
  /** Throws service_unavailable, also while the clock is off; its key is free again soon after. */
  claim(request: KeyedRequest): Promise<Claim>;
  /** False when the lease ran out and another request took over. Throws service_unavailable. */
  renew(claim: HeldClaim): Promise<boolean>;
  /**
   * False as above; the response is not stored then, as the request that took over is the same and stores the
   * same. Throws service_unavailable.
   */
  complete(claim: HeldClaim, response: StoredResponse): Promise<boolean>;
  /** After a failure: the key may come with any request. Never rejects; what fails is repeated. */
  giveBack(claim: HeldClaim): Promise<void>;
  /** Deletes one batch of what is over, and answers how many rows that were. Throws service_unavailable. */
  sweep(): Promise<number>;
  /** Gives back what is left to be given back, for at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

export interface ResponseStoreOptions {
  readonly on: Queryable;
  readonly clock: GuardedClock;
  readonly logger: Logger;
  /** At least one: the first seals, all open. */
  readonly secrets: readonly string[];
  /** Longest that a request waits for its claim, or for its response to be stored. Default 5,000. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** Rows that one statement deletes: it holds its locks, and the connection, for a moment only. */
const SWEEP_BATCH = 500;
/** Claim and read see different instants, so a row may come or go between them. */
const CLAIM_ATTEMPTS = 3;
/**
 * A claim is not made after its deadline. A statement that began before may run on until the server cancels
 * it (5 s); after this no statement can make the claim any more.
 */
const NO_LATER_CLAIM_AFTER_MS = 6_000;

export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { on, clock, secrets, timeoutMs = TIMEOUT_MS } = options;
  const keys = secrets.map(toSealingKey);
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('stored responses need a secret');
  const writes = createSharedWrites(on, clock);
  const givingBack = new GivingBack(options);
  return {
    claim: (request) =>
      claimInTime({ on, clock, writes, keys, givingBack }, claimOf(request), { deadlineAt: Date.now() + timeoutMs }),
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
    giveBack: (claim) => givingBack.giveBack(claim),
    async sweep() {
      const [row] = await deleteExpired.run(on, [clock.now(), SWEEP_BATCH]);
      return row?.deleted ?? 0;
    },
    stop: (limitMs) => givingBack.stop(limitMs),
  };
}

interface Claiming {
  readonly on: Queryable;
  readonly clock: GuardedClock;
  readonly writes: SharedWrites;
  /** Those that stored bodies may be sealed with. */
  readonly keys: readonly KeyObject[];
  readonly givingBack: GivingBack;
}

async function claimInTime(claiming: Claiming, claim: HeldClaim, call: Call): Promise<Claim> {
  const { writes, givingBack } = claiming;
  const tried = tryToClaim(claiming, claim, call);
  try {
    return await withinDeadline(call, 'claim', () => tried);
  } catch (error) {
    // Nobody works under it. It may be held all the same, or come to be held by a statement that is late.
    const mayBeHeld = (): boolean => writes.wasSent(claim);
    givingBack.giveBackAfter(tried.then(mayBeHeld, mayBeHeld), claim, call.deadlineAt + NO_LATER_CLAIM_AFTER_MS);
    throw error;
  }
}

async function tryToClaim({ on, clock, writes, keys }: Claiming, claim: HeldClaim, call: Call): Promise<Claim> {
  // Refused here, before anything is asked of the database, while the clock is off.
  clock.now();
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    if (await writes.claim(claim, call)) return { kind: 'held', claim };
    refuseHopeless(call, 'claim');
    const [row] = await readResponse.run(on, [claim.keyId, claim.keyHash]);
    const found = row && whatIsFound(row, claim, keys);
    if (found !== undefined) return found;
  }
  return { kind: 'in_use' };
}

/** `undefined`: it could be claimed by now. */
function whatIsFound(
  row: FoundRow,
  request: KeyedRequest,
  keys: readonly KeyObject[],
): Exclude<Claim, { kind: 'held' }> | undefined {
  if (row.revoked) return { kind: 'revoked' };
  if (row.fingerprint === null) return undefined;
  const isSameRequest = row.fingerprint.equals(request.fingerprint);
  if (row.status === null || row.body === null) {
    if (row.leased === true) return { kind: 'in_use' };
    return isSameRequest ? undefined : { kind: 'reused' };
  }
  if (!isSameRequest) return { kind: 'reused' };
  const body = openBody(keys, sealOf(request), row.body);
  // Running it again could charge again; not answering is the safe side.
  if (body === undefined) throw new Error('a stored response does not open under any configured secret');
  const response = { status: row.status, body, creditsRemainingMillicredits: row.credits_remaining_millicredits };
  return { kind: 'completed', response };
}
