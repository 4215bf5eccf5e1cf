import type { Clock } from '@prospecting/platform/clock';
import { DomainError, toDomainError } from '@prospecting/platform/errors';
import { describeFailure, type Pool } from '@prospecting/platform/postgres';
import { Counter, Gauge, type Logger, type Registry } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey, Authenticator } from './authenticated-key.js';
import { createChangeListener, type ChangeListenerOptions } from './change-listener.js';
import { UNKNOWN, type KeyCacheOptions, type KnownSecret } from './key-cache.js';
import { hashKey, keyOf } from '@prospecting/openapi';
import { createKnownSecrets, type Answer } from './known-secrets.js';

export interface AuthenticatorOptions {
  /** Looks up keys that this process has seen valid. */
  readonly pool: Pool;
  /** The same database: looks up all other keys. Opened with UNSEEN_KEYS. */
  readonly unseenKeysPool: Pool;
  /** Not through a transaction pool: see ChangeListenerOptions. */
  readonly databaseUrlForListening: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly cache?: KeyCacheOptions;
  readonly listening?: Pick<
    ChangeListenerOptions,
    'heartbeatMs' | 'statementTimeoutMs' | 'reconnectDelayMs' | 'proofHoldsMs'
  >;
}

/**
 * How long a cached key may read while the database does not answer, counted from when the cache
 * was last known to be right. The key may have been revoked since.
 */
export const STALE_LIMIT_MS = 10_000;

/**
 * Creates an authenticator that finds keys by their hash. While notifications of changes arrive, it
 * answers from a cache. While they do not, it asks the database for every request. When the
 * database does not answer either, a cached key still reads, marked stale, for STALE_LIMIT_MS.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { pool, clock, logger } = options;
  const secrets = createKnownSecrets({ pool, unseenKeysPool: options.unseenKeysPool, clock, cache: options.cache });
  const listener = createChangeListener({
    connectionString: options.databaseUrlForListening,
    clock,
    logger,
    ...options.listening,
    onChange: (change) => secrets.invalidate(change),
    // Earlier changes may have been missed.
    onListening: () => secrets.invalidate(undefined),
  });
  const lookups = registerMetrics(options.registry, () => listener.isListening());

  async function askOrFallBack(hash: Buffer): Promise<{ answer: Answer; stale: boolean }> {
    try {
      lookups.inc({ outcome: 'bypass' });
      return { answer: await secrets.ask(hash), stale: false };
    } catch (error) {
      const answer = secrets.cached(hash);
      if (toDomainError(error).code !== 'service_unavailable') throw error;
      if (answer === undefined || answer === UNKNOWN) throw error;
      const rightAtMs = Math.max(answer.readAt.getTime(), listener.lastHeardAt().getTime());
      if (clock.now().getTime() - rightAtMs >= STALE_LIMIT_MS) throw error;
      lookups.inc({ outcome: 'stale' });
      return { answer, stale: true };
    }
  }

  async function lookUp(hash: Buffer): Promise<{ answer: Answer; stale: boolean }> {
    if (!listener.isListening()) return askOrFallBack(hash);
    const cached = secrets.cached(hash);
    const pending = cached === undefined ? secrets.pending(hash) : undefined;
    const outcome = cached !== undefined ? 'hit' : pending !== undefined ? 'shared' : 'miss';
    lookups.inc({ outcome });
    return { answer: cached ?? (await (pending ?? secrets.askShared(hash))), stale: false };
  }

  let isRehearsed = false;

  return {
    async rehearsed() {
      if (isRehearsed) return undefined;
      try {
        await secrets.rehearse();
        isRehearsed = true;
        return undefined;
      } catch (error) {
        return { reason: describeFailure(error, pool.options.connectionString ?? '') };
      }
    },
    async authenticate(authorization) {
      const key = keyOf(authorization);
      if (key === undefined) throw invalidKey();
      const { answer, stale } = await lookUp(hashKey(key));
      const admitted = admit(answer, clock.now());
      return stale ? { ...admitted, stale } : admitted;
    },
    known(authorization) {
      const key = listener.isListening() ? keyOf(authorization) : undefined;
      const answer = key === undefined ? undefined : secrets.cached(hashKey(key));
      if (answer === undefined || answer === UNKNOWN || findFault(answer, clock.now()) !== undefined) return undefined;
      return answer.key;
    },
    isListening: () => listener.isListening(),
    start: () => listener.start(),
    stop: () => listener.stop(),
  };
}

function admit(answer: Answer, now: Date): AuthenticatedKey {
  if (answer === UNKNOWN) throw invalidKey();
  switch (findFault(answer, now)) {
    case 'revoked':
      throw new DomainError('api_key_revoked', { detail: 'This API key has been revoked.' });
    case 'expired':
      throw new DomainError('api_key_expired', {
        detail: 'This API key was rolled and its overlap is over; use its successor.',
      });
    case undefined:
      return answer.key;
  }
}

/** Returns why a secret is no longer valid, or `undefined` when it is. */
function findFault({ revoked, expiresAt }: KnownSecret, now: Date): 'revoked' | 'expired' | undefined {
  if (revoked) return 'revoked';
  return expiresAt !== null && now >= expiresAt ? 'expired' : undefined;
}

function invalidKey(): DomainError {
  return new DomainError('invalid_api_key', { detail: 'The API key is missing, malformed or unknown.' });
}

function registerMetrics(registry: Registry, isListening: () => boolean): Counter<'outcome'> {
  new Gauge({
    name: 'prospect_key_cache_listening',
    help: '1 while notifications of changed keys arrive and the cache is used.',
    registers: [registry],
    collect() {
      this.set(isListening() ? 1 : 0);
    },
  });
  const lookups = new Counter({
    name: 'prospect_key_lookups_total',
    help: 'Keys found in the cache (hit), the database (miss; shared: by a look-up under way; bypass: no notifications) or memory (stale).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['hit', 'miss', 'shared', 'bypass', 'stale']) lookups.inc({ outcome }, 0);
  return lookups;
}
