import { balanceStatements } from '@prospecting/credits-service';
import { createPool, type PoolClient } from '@prospecting/platform/postgres';
import { viewingStatements } from '@prospecting/reveal-service';
import { matchOrganizationsStatement, matchOrganizationsValues } from '@prospecting/search-service';
import type { DrawnItem } from './bodies.js';
import { SOLE_TRADER_KEY } from './dataset.js';
import { keyOf, valuesOf, type Owners } from './expectation.js';
import { takeTurns, type Target } from './target.js';

export interface DirectSqlOptions {
  readonly variant: string;
  /** May read every schema. */
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
  /** False: the match alone, without what the account has in clear, what is on record, and its balance. */
  readonly wholeLookup: boolean;
}

type Values = ReturnType<typeof matchOrganizationsValues>;
type Hit = Awaited<ReturnType<typeof matchOrganizationsStatement.run>>[number];

interface Question {
  readonly values: Values;
  /** Values that somebody has. */
  readonly found: number;
}

/** The statements of a lookup request, one after the other on a connection of the client's own, with nothing around them. */
export function directSql(options: DirectSqlOptions): Target {
  const { bodies, owners } = options;
  const questions = bodies.map((items) => questionOf(items, owners));
  const openPool = (connections: number): ReturnType<typeof createPool> =>
    createPool({
      connectionString: options.databaseUrl,
      applicationName: 'prospect-bench',
      maxConnections: connections,
    });
  return {
    variant: options.variant,
    async verify() {
      const pool = openPool(1);
      try {
        for (const { values } of questions) checkHits(await matchOrganizationsStatement.run(pool, values), owners);
      } finally {
        await pool.end();
      }
    },
    async open(clients) {
      const pool = openPool(clients);
      const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
      const questionFor = takeTurns(questions, clients);
      return {
        send: (client) => lookUp(connections[client] as PoolClient, questionFor(client), options),
        async close() {
          for (const connection of connections) connection.release();
          await pool.end();
        },
      };
    },
  };
}

function questionOf(items: readonly DrawnItem[], owners: Owners): Question {
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
  { values, found }: Question,
  { accountId, wholeLookup }: DirectSqlOptions,
): Promise<void> {
  const hits = await matchOrganizationsStatement.run(connection, values);
  if (hits.length !== found) throw new Error(`${found} values should be found, ${hits.length} were`);
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
    if (owner !== id) throw new Error(`${kind} ${value} should stand for ${owner ?? 'nobody'}, not ${id}`);
  }
}
