import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { spendStatements } from '@prospecting/credits-service';
import { createPool, type PoolClient } from '@prospecting/platform/postgres';
import { spendingStatements } from '@prospecting/reveal-service';
import { EMAIL_MILLICREDITS, type KnownContact, type Orders, type SpendOrder } from './spend-orders.js';
import type { Target } from './target.js';

export interface DirectSpendOptions {
  readonly variant: string;
  /** The URL of a role that may write every schema. */
  readonly databaseUrl: string;
  readonly orders: Orders;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Runs only the writing statements of the spend protocol, as three consecutive commits on one
 * connection per client: reserve, commit the attempt, capture.
 */
export function directSpend({ variant, databaseUrl, orders }: DirectSpendOptions): Target {
  const openPool = (maxConnections: number): ReturnType<typeof createPool> =>
    createPool({
      connectionString: databaseUrl,
      applicationName: 'prospect-bench',
      maxConnections,
      // 64 connections start at once, on a machine that may do something else.
      acquireTimeoutMs: 15_000,
    });
  return {
    variant,
    async verify() {
      const pool = openPool(1);
      const connection = await pool.connect();
      try {
        await spend(connection, orders.begin()());
      } finally {
        connection.release();
        await pool.end();
      }
    },
    async open(clients) {
      const pool = openPool(clients);
      const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
      const draw = orders.begin();
      return {
        send: (client) => spend(connections[client] as PoolClient, draw()),
        async close() {
          for (const connection of connections) connection.release();
          await pool.end();
        },
      };
    },
  };
}

async function spend(connection: PoolClient, { customer: { accountId }, contacts }: SpendOrder): Promise<void> {
  const attemptId = randomUUID();
  const price = contacts.length * EMAIL_MILLICREDITS;
  const reserved = await spendStatements.reserve.run(connection, [accountId, attemptId, price, new Date()]);
  if (reserved.length !== 1) throw new Error(`a reservation has ${reserved.length} rows`);
  const charged = await commitAttempt(connection, accountId, attemptId, contacts);
  if (charged !== price) throw new Error(`${contacts.length} new contacts cost ${charged}`);
  const capture = [accountId, [attemptId], [charged], 'captured', 'capture', new Date()] as const;
  const [captured] = await spendStatements.resolve.run(connection, [...capture]);
  if (captured?.capturedMillicredits !== price) throw new Error('the reservation was not captured');
}

/** Returns what it revealed, in millicredits. */
async function commitAttempt(
  connection: PoolClient,
  accountId: string,
  attemptId: string,
  contacts: readonly KnownContact[],
): Promise<number | undefined> {
  const now = Date.now();
  const each = <Value>(value: (contact: KnownContact) => Value): Value[] => contacts.map(value);
  const status = { infoType: 'email', standing: 'new', millicredits: EMAIL_MILLICREDITS };
  const planned = each(({ id }) => ({ kind: 'contact', subjectId: id, found: true, infoTypes: [status] }));
  const [attempt] = await spendingStatements.commitAttempt.run(connection, [
    accountId,
    attemptId,
    randomBytes(32),
    JSON.stringify(planned),
    new Date(now),
    new Date(now + 365 * DAY_MS),
    new Date(now - DAY_MS),
    each(() => 'contact'),
    each(({ id }) => id),
    each(() => 'email'),
    each(() => EMAIL_MILLICREDITS),
    each(({ email }) => createHash('sha256').update(accountId).update(email).digest()),
    null,
  ]);
  return attempt?.millicredits;
}
