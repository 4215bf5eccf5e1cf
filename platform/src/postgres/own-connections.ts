import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { backoffMs } from '../timing/index.js';
import { isPostgresError } from './errors.js';

/** A refused log-in (28), and a server or a role that has all the connections that it may have. */
const NO_FURTHER_CONNECTION = /^(28...|53300)$/;

const PAUSES = { firstMs: 10, maxMs: 100 };

type Callback = (error?: Error, client?: PoolClient, release?: PoolClient['release']) => void;

/**
 * Makes callers wait for a connection that the pool has, while the server refuses it another one:
 * its password is being replaced, or all connections of its role are in use. By default the caller
 * fails for whom the pool wants one more connection, although those that it has would do. Without
 * any connection, callers fail at once.
 * @param limitMs how long a caller is tried again; the last try has the pool's own limit
 */
export function waitForOwnConnections(pool: Pool, limitMs: number): void {
  const established = new Set<unknown>();
  pool.on('connect', (client) => established.add(client));
  pool.on('remove', (client) => established.delete(client));
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;

  async function connectOrWait(): Promise<PoolClient> {
    const giveUpAt = performance.now() + limitMs;
    for (let tries = 0; ; tries += 1) {
      try {
        return await connect();
      } catch (error) {
        const isRefused = isPostgresError(error) && NO_FURTHER_CONNECTION.test(error.code);
        if (!isRefused || established.size === 0 || performance.now() >= giveUpAt) throw error;
      }
      await pause(backoffMs(PAUSES, tries));
    }
  }

  // `pool.query` asks with a callback.
  pool.connect = ((callback?: Callback) => {
    const connecting = connectOrWait();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: unknown) => callback(error as Error),
    );
    return undefined;
  }) as Pool['connect'];
}
