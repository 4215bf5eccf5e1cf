import { createHash } from 'node:crypto';
import type { FaultyDatabase } from '../database.js';
import type { Order } from '../money/orders.js';
import type { Injector, Surroundings } from './injector.js';

/** What happens to the rows by which a request is done once at the edge: the money's outcome must not depend on them. */
export const responseFaults: Injector = [
  [8, endLeases],
  [4, loseResponses],
];

/** Which stored responses the harness has deleted. */
export interface LostResponses {
  add(hashes: readonly string[]): void;
  has(order: Order): boolean;
}

export function createLostResponses(): LostResponses {
  const lost = new Set<string>();
  return {
    add: (hashes) => hashes.forEach((hash) => lost.add(hash)),
    has: ({ idempotencyKey }) => lost.has(createHash('sha256').update(idempotencyKey).digest('hex')),
  };
}

/** Seconds that a lease lasts, with one for the way there. */
const LEASE_S = 61;

/** As if the gateways that hold them had been gone for a minute. */
async function endLeases(surroundings: Surroundings): Promise<string | undefined> {
  return (await expireLeases(surroundings)) > 0 ? 'idempotency leases run out' : undefined;
}

/**
 * Ends every lease of an Idempotency-Key, so that nobody waits a minute for a gateway that died. A lease that lasts longer than a minute is
 * left as it is, and reported.
 */
export async function expireLeases({
  database,
  violations,
}: {
  readonly database: FaultyDatabase;
  readonly violations: string[];
}): Promise<number> {
  const tooLong = await database.query<{ which: string }>(
    `select format('an idempotency lease of key %s lasts until %s', key_id, lease_until) as which
    from edge.stored_responses where lease_until > now() + make_interval(secs => $1)`,
    [LEASE_S],
  );
  violations.push(...tooLong.map(({ which }) => which).filter((which) => !violations.includes(which)));
  const rows = await database.query(
    `update edge.stored_responses set lease_until = 'epoch'
    where lease_until > 'epoch' and lease_until <= now() + make_interval(secs => $1) returning key_id`,
    [LEASE_S],
  );
  return rows.length;
}

async function loseResponses({ database, lostResponses }: Surroundings): Promise<string | undefined> {
  const rows = await database.query<{ hash: string }>(
    `delete from edge.stored_responses where ctid in (
      select ctid from edge.stored_responses order by created_at desc limit 10 for update skip locked
    ) returning encode(idempotency_key_hash, 'hex') as hash`,
  );
  lostResponses.add(rows.map(({ hash }) => hash));
  return rows.length > 0 ? 'stored responses lost' : undefined;
}
