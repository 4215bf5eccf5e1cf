import { Coalescer } from '@prospecting/platform/batching';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { CallContext } from '@prospecting/platform/grpc';
import type { Queryable, RunOptions } from '@prospecting/platform/postgres';
import type { HeldClaim } from './keyed-request.js';
import { claimKeys } from './sql/claim-keys.js';
import { completeResponses } from './sql/complete-responses.js';

/** A response with a sealed body, and the claim under which its work was done. */
export interface Completion {
  readonly claim: HeldClaim;
  readonly status: number;
  readonly sealedBody: Buffer;
  readonly creditsRemainingMillicredits: number | null;
}

/**
 * The writes of every spend at the edge, batched. Both throw service_unavailable. While the clock
 * is wrong, nothing was written then; otherwise the write may have happened.
 */
export interface SharedWrites {
  /**
   * Returns true when the claim is held now. A statement that reaches the database after the
   * deadline of the call makes no claim, because no request would work under it.
   */
  claim(claim: HeldClaim, call: CallContext): Promise<boolean>;
  /** Returns true when a statement carried the claim, so that it may be held now or later. */
  wasSent(claim: HeldClaim): boolean;
  /** Returns true when the response is stored now. */
  complete(completion: Completion, call: CallContext): Promise<boolean>;
}

/**
 * Longest wait for a statement that several requests share. It is well below the `timeoutMs` of the
 * store: when a row is locked or a connection hangs, each request still has time for a statement
 * that it does not share.
 */
const SHARED_TIMEOUT_MS = 2_000;
/** Longest wait for a row that another transaction has locked, for the same reason. */
export const LOCK_TIMEOUT_MS = 1_000;

/** How long a response is replayed, by the service's clock. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * A statement costs the database far more than a row in it, so the requests that arrive while two
 * statements run share the next one.
 */
const SHARED = { maxItems: 32, maxInFlight: 2, maxQueuedItems: 1_000 };

export function createSharedWrites(on: Queryable, clock: GuardedClock): SharedWrites {
  const sent = new WeakSet<HeldClaim>();
  const claims = new Coalescer({
    ...SHARED,
    run(batch: Waiting[]) {
      const inTime = batch.filter(({ deadlineAt }) => deadlineAt > Date.now());
      inTime.forEach(({ claim }) => sent.add(claim));
      return claimAll(on, clock, batch, inTime);
    },
  });
  const completions = new Coalescer({ ...SHARED, run: (batch: Completion[]) => completeAll(on, clock, batch) });
  return {
    claim: async (claim, call) => (await claims.load([{ claim, deadlineAt: call.deadlineAt }], call))[0] === true,
    wasSent: (claim) => sent.has(claim),
    complete: async (completion, call) => (await completions.load([completion], call))[0] === true,
  };
}

interface Waiting {
  readonly claim: HeldClaim;
  readonly deadlineAt: number;
}

async function claimAll(
  on: Queryable,
  clock: GuardedClock,
  sharing: readonly Waiting[],
  inTime: readonly Waiting[],
): Promise<boolean[]> {
  // Of several claims to one key only the first is made. The others find it.
  const waiting = inOrderOfLocks(inTime, ({ claim }) => claim).filter(
    ({ claim }, index, all) => index === 0 || compareKeys(claim, (all[index - 1] as Waiting).claim) !== 0,
  );
  if (waiting.length === 0) return sharing.map(() => false);
  const now = clock.now();
  const databaseAheadMs = clock.databaseNow().getTime() - Date.now();
  const held = await claimKeys.run(
    on,
    [
      ...columnsOf(waiting.map(({ claim }) => claim)),
      waiting.map(({ deadlineAt }) => new Date(deadlineAt + databaseAheadMs)),
      now,
      after(now, KEPT_MS),
    ],
    limitOf(sharing),
  );
  return sharing.map(({ claim }) => isAmong(held, claim));
}

async function completeAll(on: Queryable, clock: GuardedClock, batch: readonly Completion[]): Promise<boolean[]> {
  const completions = inOrderOfLocks(batch, ({ claim }) => claim);
  const claims = completions.map(({ claim }) => claim);
  const bodies = completions.map(({ sealedBody }) => sealedBody);
  const now = clock.now();
  const stored = await completeResponses.run(
    on,
    [
      ...columnsOf(claims),
      completions.map(({ status }) => status),
      completions.map(({ creditsRemainingMillicredits }) => creditsRemainingMillicredits),
      Buffer.concat(bodies),
      offsetsOf(bodies),
      bodies.map(({ length }) => length),
      now,
      after(now, KEPT_MS),
    ],
    limitOf(batch),
  );
  return batch.map(({ claim }) => isAmong(stored, claim));
}

/** Returns the columns that identify the rows of claims, one array per column. */
function columnsOf(
  claims: readonly HeldClaim[],
): [keyIds: string[], keyHashes: Buffer[], fingerprints: Buffer[], leaseOwners: string[]] {
  return [
    claims.map(({ keyId }) => keyId),
    claims.map(({ keyHash }) => keyHash),
    claims.map(({ fingerprint }) => fingerprint),
    claims.map(({ leaseOwner }) => leaseOwner),
  ];
}

/** A batch of one gets the full timeout, because nothing would be retried without it. */
function limitOf(sharing: readonly unknown[]): RunOptions {
  return sharing.length > 1 ? { timeoutMs: SHARED_TIMEOUT_MS } : {};
}

/**
 * Sorts by the primary key of the rows, so that two statements never wait for each other in a
 * circle.
 */
function inOrderOfLocks<Item>(items: readonly Item[], claimOf: (item: Item) => HeldClaim): Item[] {
  return items.toSorted((one, other) => compareKeys(claimOf(one), claimOf(other)));
}

function compareKeys(one: HeldClaim, other: HeldClaim): number {
  if (one.keyId !== other.keyId) return one.keyId < other.keyId ? -1 : 1;
  return one.keyHash.compare(other.keyHash);
}

function isAmong(rows: readonly { readonly leaseOwner: string }[], { leaseOwner }: HeldClaim): boolean {
  return rows.some((row) => row.leaseOwner === leaseOwner);
}

/** Returns the offset of each buffer when all are concatenated. */
function offsetsOf(buffers: readonly Buffer[]): number[] {
  let end = 0;
  return buffers.map(({ length }) => (end += length) - length);
}

function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
