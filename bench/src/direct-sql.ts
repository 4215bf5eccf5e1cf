import { balanceStatements } from '@prospecting/credits-service';
import { createPool, type PoolClient } from '@prospecting/platform/postgres';
import { viewingStatements } from '@prospecting/reveal-service';
import { selectOrganizationHits, matchOrganizationsValues } from '@prospecting/search-service';
import type { DrawnItem } from './bodies.js';
import { SOLE_TRADER_KEY } from './dataset.js';
import { keyOf, valuesOf, type Owners } from './expectation.js';
import { roundRobin, type Target } from './target.js';

export interface DirectSqlOptions {
  readonly variant: string;
  /** The URL of a role that may read every schema. */
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
  /** Whether to run all statements of a lookup. False: only the match. */
  readonly wholeLookup: boolean;
}

type Values = ReturnType<typeof matchOrganizationsValues>;
type Hit = Awaited<ReturnType<typeof selectOrganizationHits.run>>[number];

interface Lookup {
  readonly values: Values;
  /** The number of values that are on record. */
  readonly found: number;
}

/** Runs only the statements of a lookup, one after the other on one connection per client. */
export function directSql(options: DirectSqlOptions): Target {
  const { bodies, owners } = options;
  const lookups = bodies.map((items) => toLookup(items, owners));
  const openPool = (connections: number): ReturnType<typeof createPool> =>
    createPool({
      connectionString: options.databaseUrl,
      applicationName: 'prospect-bench',
      maxConnections: connections,
      // 64 connections start at once, on a machine that may do something else.
      acquireTimeoutMs: 15_000,
    });
  return {
    variant: options.variant,
    async verify() {
      const pool = openPool(1);
      try {
        for (const { values } of lookups) checkHits(await selectOrganizationHits.run(pool, values), owners);
      } finally {
        await pool.end();
      }
    },
    async open(clients) {
      const pool = openPool(clients);
      const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
      const nextLookup = roundRobin(lookups, clients);
      return {
        send: (client) => lookUp(connections[client] as PoolClient, nextLookup(client), options),
        async close() {
          for (const connection of connections) connection.release();
          await pool.end();
        },
      };
    },
  };
}

function toLookup(items: readonly DrawnItem[], owners: Owners): Lookup {
  const keys = items.flatMap(({ identifiers }) => valuesOf(identifiers).map(({ kind, value }) => keyOf(kind, value)));
  return {
    values: matchOrganizationsValues(
      items.map(({ identifiers }) => identifiers),
      SOLE_TRADER_KEY,
    ),
    found: new Set(keys.filter((key) => owners.has(key))).size,
  };
}

async function lookUp(
  connection: PoolClient,
  { values, found }: Lookup,
  { accountId, wholeLookup }: DirectSqlOptions,
): Promise<void> {
  const hits = await selectOrganizationHits.run(connection, values);
  if (hits.length !== found) throw new Error(`${found} values should be found, but ${hits.length} were`);
  if (!wholeLookup) return;
  const ids = [...new Set(hits.map(({ id }) => id))];
  const { selectRevealed, selectDetailPresence } = viewingStatements;
  await selectRevealed.run(connection, [accountId, 'organization', ids, new Date()]);
  const onRecord = await selectDetailPresence.run(connection, [ids]);
  if (onRecord.length !== ids.length) throw new Error(`${ids.length} organizations have ${onRecord.length} details`);
  const balances = await balanceStatements.selectBalance.run(connection, [accountId]);
  if (balances.length !== 1) throw new Error(`the account has ${balances.length} balances`);
}

function checkHits(hits: readonly Hit[], owners: Owners): void {
  for (const { kind, value, id } of hits) {
    const owner = owners.get(keyOf(kind, value));
    if (owner !== id) throw new Error(`${kind} ${value} should find ${owner ?? 'nobody'}, not ${id}`);
  }
}
