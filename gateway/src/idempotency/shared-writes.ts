import { Coalescer } from '@prospecting/platform/batching';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { Call } from '@prospecting/platform/grpc';
import type { Queryable, RunOptions } from '@prospecting/platform/postgres';
import type { HeldClaim } from './keyed-request.js';
import { claimKeys } from './sql/claim-keys.js';
import { completeResponses } from './sql/complete-responses.js';

/** A response whose body is sealed, and the claim that its work was done under. */
export interface Completion {
  readonly claim: HeldClaim;
  readonly status: number;
  readonly sealedBody: Buffer;
  readonly creditsRemainingMillicredits: number | null;
}

/**
 * What every spend writes at the edge. Both throw service_unavailable: before anything is written while the
 * clock is off, else with the write perhaps done all the same.
 */
export interface SharedWrites {
  /**
   * Whether the claim is held now. It is not made after the deadline of its call, however late the statement
   * reaches the database: nobody would work under it.
   */
  claim(claim: HeldClaim, call: Call): Promise<boolean>;
  /** Whether the claim was in a statement, so that it may be held, or come to be held. */
  wasSent(claim: HeldClaim): boolean;
  /** Whether the response is stored now. */
  complete(completion: Completion, call: Call): Promise<boolean>;
}

/**
 * Longest to wait for a statement that requests share, and for a row that another transaction has locked: so much less than each of them waits in
 * all (`timeoutMs` of the store) that, where a row is locked or a connection hangs, there is time to ask for each of the others alone.
 */
const SHARED_TIMEOUT_MS = 2_000;
export const LOCK_TIMEOUT_MS = 1_000;

/** How long a response is replayed, by the service's clock. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A statement costs the database far more than a row in it, so what comes while two of them are under way shares the next. */
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
  // Of several claims of one key the first is made; the others find it.
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

/** What names the rows of claims, an array for each column. */
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

/** A request that shares with nobody waits as long as it can: nobody would be asked for again. */
function limitOf(sharing: readonly unknown[]): RunOptions {
  return sharing.length > 1 ? { timeoutMs: SHARED_TIMEOUT_MS } : {};
}

/** By the key of their rows: two statements that share some never wait for each other in a circle. */
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

/** Where each begins when they are put one after the other. */
function offsetsOf(buffers: readonly Buffer[]): number[] {
  let end = 0;
  return buffers.map(({ length }) => (end += length) - length);
}

function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
