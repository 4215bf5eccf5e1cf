import type { FaultyDatabase } from '../database.js';
import type { Injector, FaultContext } from './injector.js';

/**
 * Faults of the rows that make a request idempotent at the edge. The outcome for the money must not
 * depend on them.
 */
export const responseFaults: Injector = [
  [8, endLeases],
  [4, loseResponses],
];

/** The duration of a lease, plus one second for latency. */
const LEASE_S = 61;

/** Ends the leases as if the gateways that hold them had been dead for a minute. */
async function endLeases(context: FaultContext): Promise<string | undefined> {
  return (await expireLeases(context)) > 0 ? 'idempotency leases expired' : undefined;
}

/**
 * Ends every lease of an Idempotency-Key, so that no retry waits a minute for a dead gateway.
 * Reports a lease that lasts longer than a minute and leaves it unchanged.
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

async function loseResponses({ database, lostResponses }: FaultContext): Promise<string | undefined> {
  const rows = await database.query<{ hash: string }>(
    `delete from edge.stored_responses where ctid in (
      select ctid from edge.stored_responses order by created_at desc limit 10 for update skip locked
    ) returning encode(idempotency_key_hash, 'hex') as hash`,
  );
  lostResponses.add(rows.map(({ hash }) => hash));
  return rows.length > 0 ? 'stored responses lost' : undefined;
}
