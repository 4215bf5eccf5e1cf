import type { KeyObject } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { refuseHopeless, withinDeadline, type Call } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { claimOf, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { openBody } from './sealed-body.js';
import type { SharedWrites } from './shared-writes.js';
import { readResponse, type StoredResponseRow } from './sql/read-response.js';
import { sealOf, type StoredResponse } from './stored-response.js';

export type Claim =
  | { readonly kind: 'held'; readonly claim: HeldClaim }
  /** The work was done: its response. */
  | { readonly kind: 'completed'; readonly response: StoredResponse }
  /** Someone is at work on it. */
  | { readonly kind: 'in_use' }
  /** The key was used with another request. */
  | { readonly kind: 'reused' };

export interface ClaimingOptions {
  readonly on: Queryable;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly writes: SharedWrites;
  /** Those that stored bodies may be sealed with. */
  readonly keys: readonly KeyObject[];
  readonly forget: (claim: HeldClaim) => Promise<void>;
  readonly timeoutMs: number;
  readonly takeBackAfterMs: readonly number[];
}

/** Claim and read see different instants, so a row may come or go between them. */
const CLAIM_ATTEMPTS = 3;

/** Claims the key of a request, or finds what stands under it. Throws service_unavailable, after which the key is taken back. */
export function createClaiming(options: ClaimingOptions): (request: KeyedRequest) => Promise<Claim> {
  const { writes, timeoutMs, takeBackAfterMs } = options;
  return async (request) => {
    const claim = claimOf(request);
    const call = { deadlineAt: Date.now() + timeoutMs };
    const claiming = tryToClaim(options, claim, call);
    try {
      return await withinDeadline(call, 'claim', () => claiming);
    } catch (error) {
      // Nobody works under it: should it stand all the same, or come to stand late, its key shall be free for any request.
      const takeBack = (): void => {
        if (writes.wasSent(claim)) takeBackAfterMs.forEach((delayMs) => forgetLater(options, claim, delayMs));
      };
      claiming.then(takeBack, takeBack);
      throw error;
    }
  };
}

async function tryToClaim({ on, clock, writes, keys }: ClaimingOptions, claim: HeldClaim, call: Call): Promise<Claim> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    const now = clock.now();
    if (await writes.claim(claim, call)) return { kind: 'held', claim };
    refuseHopeless(call, 'claim');
    const [row] = await readResponse.run(on, [claim.keyId, claim.keyHash]);
    const taken = row === undefined ? undefined : whatStands(row, claim, now, keys);
    if (taken !== undefined) return taken;
  }
  return { kind: 'in_use' };
}

function forgetLater({ forget, logger }: ClaimingOptions, claim: HeldClaim, delayMs: number): void {
  const timer = setTimeout(() => {
    forget(claim).catch((error: unknown) => {
      logger.warn(
        { err: error, keyId: claim.keyId },
        'a claim that nobody works under may stay until its lease is over',
      );
    });
  }, delayMs);
  // A gateway that stops leaves it to the lease.
  timer.unref();
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
