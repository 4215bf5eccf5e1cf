import type { Clock } from '@prospecting/platform/clock';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { createClaiming, type Claim } from './claiming.js';
import type { HeldClaim, KeyedRequest } from './keyed-request.js';
import { after, LEASE_MS } from './lifetimes.js';
import { TAKE_BACK_AFTER_MS } from './limits.js';
import { sealBody, toSealingKey } from './sealed-body.js';
import { createSharedWrites } from './shared-writes.js';
import { deleteExpired } from './sql/delete-expired.js';
import { forgetClaim } from './sql/forget-claim.js';
import { renewLease } from './sql/renew-lease.js';
import { sealOf, type StoredResponse } from './stored-response.js';

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
  readonly logger: Logger;
  /** At least one: the first seals, all open. */
  readonly secrets: readonly string[];
  /** Longest that a request waits for its claim, or for its response to be stored. Default 5,000. */
  readonly timeoutMs?: number;
  /** When what was claimed for nobody is taken back. Default 0 and 7,000. */
  readonly takeBackAfterMs?: readonly number[];
}

const TIMEOUT_MS = 5_000;
const SWEEP_BATCH = 500;
const SWEEP_BATCHES = 100;

export function createResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { on, clock, secrets, logger, timeoutMs = TIMEOUT_MS, takeBackAfterMs = TAKE_BACK_AFTER_MS } = options;
  const keys = secrets.map(toSealingKey);
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('stored responses need a secret');
  const writes = createSharedWrites(on, clock);
  const forget = async (claim: HeldClaim): Promise<void> => {
    await forgetClaim.run(on, [claim.keyId, claim.keyHash, claim.leaseOwner]);
  };
  return {
    claim: createClaiming({ on, clock, logger, writes, keys, forget, timeoutMs, takeBackAfterMs }),
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
