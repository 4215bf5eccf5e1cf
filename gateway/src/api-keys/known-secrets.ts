import type { Clock } from '@prospecting/platform/clock';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { KeyChange } from './authenticated-key.js';
import { KeyCache, UNKNOWN, type KeyCacheOptions, type KnownSecret } from './key-cache.js';
import { effectiveLimits } from './limits.js';
import { findSecret, type SecretRow } from './sql/find-secret.js';

/** What is known of a secret. */
export type Answer = KnownSecret | typeof UNKNOWN;

/** Longest that a request waits for the database to tell a key. */
const LOOKUP_TIMEOUT_MS = 1_000;

export interface KnownSecretsOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly cache?: KeyCacheOptions | undefined;
}

/** Secrets by their hash: what is remembered of them, and the database. */
export interface KnownSecrets {
  remembered(hash: Buffer): Answer | undefined;
  /** Asks the database, and remembers. Throws service_unavailable. */
  ask(hash: Buffer): Promise<Answer>;
  /** The answer to a question that is under way, if any. */
  awaited(hash: Buffer): Promise<Answer> | undefined;
  /** Like `ask`, and others may share the answer until it is there. */
  askForAll(hash: Buffer): Promise<Answer>;
  /** Forgets what a change names; everything when that is not known. */
  forget(change: KeyChange | undefined): void;
}

export function createKnownSecrets({ pool, clock, cache: cacheOptions }: KnownSecretsOptions): KnownSecrets {
  const cache = new KeyCache(cacheOptions);
  const flights = new Map<string, Promise<Answer>>();

  async function ask(hash: Buffer): Promise<Answer> {
    const { generation } = cache;
    const askedAt = clock.now();
    const call = { deadlineAt: Date.now() + LOOKUP_TIMEOUT_MS };
    const [row] = await withinDeadline(call, 'key look-up', () => findSecret.run(pool, [hash]));
    const answer = row === undefined ? UNKNOWN : toKnownSecret(row, askedAt);
    cache.put(nameOf(hash), answer, generation);
    return answer;
  }

  return {
    remembered: (hash) => cache.get(nameOf(hash)),
    ask,
    awaited: (hash) => flights.get(nameOf(hash)),
    askForAll(hash) {
      const name = nameOf(hash);
      const flight = ask(hash).finally(() => {
        if (flights.get(name) === flight) flights.delete(name);
      });
      flights.set(name, flight);
      return flight;
    },
    forget(change) {
      if (change === undefined) cache.clear();
      else cache.drop(change);
      // Who comes after a change does not share an answer from before it.
      flights.clear();
    },
  };
}

/** A hash as the key of a map. */
function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}

function toKnownSecret(row: SecretRow, readAt: Date): KnownSecret {
  const { keyId, accountId: id, apiEnabled, targetRoles, priceGroup } = row;
  return {
    key: { keyId, account: { id, apiEnabled, targetRoles, priceGroup }, limits: effectiveLimits(row), stale: false },
    revoked: row.revokedAt !== null,
    expiresAt: row.expiresAt,
    readAt,
  };
}
