import type { Clock } from '@prospecting/platform/clock';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { KeyChange } from './authenticated-key.js';
import { KeyCache, UNKNOWN, type KeyCacheOptions, type KnownSecret } from './key-cache.js';
import { effectiveLimits } from '@prospecting/openapi';
import { selectSecret, type SecretRow } from './sql/select-secret.js';

/** The answer of the database for a secret. */
export type Answer = KnownSecret | typeof UNKNOWN;

/** Longest that a request waits for the database to look up a key. */
const LOOKUP_TIMEOUT_MS = 1_000;

/**
 * The pool of keys that this process has not seen valid: few connections, and no longer waits than
 * a look-up may take.
 */
export const UNSEEN_KEYS = {
  connections: 2,
  timeouts: { acquireTimeoutMs: LOOKUP_TIMEOUT_MS, statementTimeoutMs: LOOKUP_TIMEOUT_MS },
} as const;

/**
 * Look-ups of unseen keys that run or wait for a connection. More are refused, because each would
 * wait behind them.
 */
export const MAX_UNSEEN_UNDER_WAY = 100;

/** The hash of no secret. */
const NOBODYS = Buffer.alloc(32);

export interface KnownSecretsOptions {
  /** Serves keys that this process has seen valid. */
  readonly pool: Pool;
  /** Serves all other keys, so that a flood of made-up ones takes no connection from `pool`. */
  readonly unseenKeysPool: Pool;
  readonly clock: Clock;
  readonly cache?: KeyCacheOptions | undefined;
}

/** Secrets by their hash, in the cache and in the database. */
export interface KnownSecrets {
  cached(hash: Buffer): Answer | undefined;
  /** Asks the database and caches its answer. Throws service_unavailable. */
  ask(hash: Buffer): Promise<Answer>;
  /** Returns the answer that another request waits for, if any. */
  pending(hash: Buffer): Promise<Answer> | undefined;
  /** Asks like `ask`, and shares the answer with others until it arrives. */
  askShared(hash: Buffer): Promise<Answer>;
  /**
   * Looks up a secret that nobody has on every connection of look-ups, and caches nothing. Throws
   * what a pool throws.
   */
  rehearse(): Promise<void>;
  /** Removes the cached answers that a change names; all when `undefined`. */
  invalidate(change: KeyChange | undefined): void;
}

export function createKnownSecrets(options: KnownSecretsOptions): KnownSecrets {
  const { pool, clock } = options;
  const cache = new KeyCache(options.cache);
  const findUnseen = createBoundedLookup(options.unseenKeysPool);
  const flights = new Map<string, Promise<Answer>>();

  async function ask(hash: Buffer): Promise<Answer> {
    const { generation } = cache;
    const name = nameOf(hash);
    const askedAt = clock.now();
    const call = { deadlineAt: Date.now() + LOOKUP_TIMEOUT_MS };
    const find = (): Promise<SecretRow[]> => (cache.wasValid(name) ? selectSecret.run(pool, [hash]) : findUnseen(hash));
    const [row] = await withinDeadline(call, 'key look-up', find);
    const answer = row === undefined ? UNKNOWN : toKnownSecret(row, askedAt);
    cache.put(name, answer, generation);
    return answer;
  }

  return {
    cached: (hash) => cache.get(nameOf(hash)),
    ask,
    pending: (hash) => flights.get(nameOf(hash)),
    askShared(hash) {
      const name = nameOf(hash);
      const flight = ask(hash).finally(() => {
        if (flights.get(name) === flight) flights.delete(name);
      });
      flights.set(name, flight);
      return flight;
    },
    async rehearse() {
      const unseen = Array.from({ length: UNSEEN_KEYS.connections }, () => options.unseenKeysPool);
      await Promise.all([pool, ...unseen].map((each) => selectSecret.run(each, [NOBODYS])));
    },
    invalidate(change) {
      if (change === undefined) cache.clear();
      else cache.drop(change);
      // A request that arrives after a change must not share an answer from before it.
      flights.clear();
    },
  };
}

/**
 * Looks secrets up on a pool, at most MAX_UNSEEN_UNDER_WAY at a time. Throws service_unavailable
 * above that.
 */
function createBoundedLookup(pool: Pool): (hash: Buffer) => Promise<SecretRow[]> {
  let underWay = 0;
  return async (hash) => {
    if (underWay >= MAX_UNSEEN_UNDER_WAY) throw serviceUnavailable('too many look-ups of unknown keys are under way');
    underWay += 1;
    try {
      return await selectSecret.run(pool, [hash]);
    } finally {
      underWay -= 1;
    }
  };
}

/** Returns a hash as the key of a map. */
function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}

function toKnownSecret(row: SecretRow, readAt: Date): KnownSecret {
  const { keyId, accountId: id, apiEnabled, targetRoles, priceGroup } = row;
  return {
    key: {
      keyId,
      account: { id, apiEnabled, targetRoles, priceGroup },
      limits: effectiveLimits(row.limits),
      stale: false,
    },
    revoked: row.revokedAt !== null,
    expiresAt: row.expiresAt,
    readAt,
  };
}
