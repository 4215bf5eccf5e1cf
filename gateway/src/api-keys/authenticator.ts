import type { Clock } from '@prospecting/platform/clock';
import { DomainError, toDomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { Counter, Gauge, type Logger, type Registry } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey, Authenticator } from './authenticated-key.js';
import { createChangeListener, type ChangeListenerOptions } from './change-listener.js';
import { UNKNOWN, type KeyCacheOptions } from './key-cache.js';
import { hashKey, keyOf } from './key-format.js';
import { createKnownSecrets, type Answer } from './known-secrets.js';

export interface AuthenticatorOptions {
  readonly pool: Pool;
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
 * How long a key goes on reading after the last moment at which it was known to be right, while the database cannot be asked: it
 * may have been revoked there by others that can.
 */
export const STALE_LIMIT_MS = 10_000;

/**
 * Tells keys by their hash, from a cache that is right while changes are heard. While they are not, every request asks the
 * database, and what is cached serves only when that does not answer, marked stale, for STALE_LIMIT_MS.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { pool, clock, logger } = options;
  const secrets = createKnownSecrets({ pool, clock, cache: options.cache });
  const listener = createChangeListener({
    connectionString: options.databaseUrlForListening,
    clock,
    logger,
    ...options.listening,
    onChange: (change) => secrets.forget(change),
    // Whatever changed before was not heard.
    onListening: () => secrets.forget(undefined),
  });
  const lookups = registerMetrics(options.registry, () => listener.isListening());

  async function askOrRemember(hash: Buffer): Promise<{ answer: Answer; stale: boolean }> {
    try {
      lookups.inc({ outcome: 'bypass' });
      return { answer: await secrets.ask(hash), stale: false };
    } catch (error) {
      const answer = secrets.remembered(hash);
      if (toDomainError(error).code !== 'service_unavailable') throw error;
      if (answer === undefined || answer === UNKNOWN) throw error;
      const rightAtMs = Math.max(answer.readAt.getTime(), listener.lastHeardAt().getTime());
      if (clock.now().getTime() - rightAtMs >= STALE_LIMIT_MS) throw error;
      lookups.inc({ outcome: 'stale' });
      return { answer, stale: true };
    }
  }

  async function lookUp(hash: Buffer): Promise<{ answer: Answer; stale: boolean }> {
    if (!listener.isListening()) return askOrRemember(hash);
    const remembered = secrets.remembered(hash);
    const awaited = remembered === undefined ? secrets.awaited(hash) : undefined;
    const outcome = remembered !== undefined ? 'hit' : awaited !== undefined ? 'shared' : 'miss';
    lookups.inc({ outcome });
    return { answer: remembered ?? (await (awaited ?? secrets.askForAll(hash))), stale: false };
  }

  return {
    async authenticate(authorization) {
      const key = keyOf(authorization);
      if (key === undefined) throw invalidKey();
      const { answer, stale } = await lookUp(hashKey(key));
      const admitted = admit(answer, clock.now());
      return stale ? { ...admitted, stale } : admitted;
    },
    forget: (change) => secrets.forget(change),
    isListening: () => listener.isListening(),
    start: () => listener.start(),
    stop: () => listener.stop(),
  };
}

function admit(answer: Answer, now: Date): AuthenticatedKey {
  if (answer === UNKNOWN) throw invalidKey();
  if (answer.revoked) throw new DomainError('api_key_revoked', { detail: 'This API key has been revoked.' });
  if (answer.expiresAt !== null && now >= answer.expiresAt) {
    throw new DomainError('api_key_expired', {
      detail: 'This API key was rolled and its overlap is over; use its successor.',
    });
  }
  return answer.key;
}

function invalidKey(): DomainError {
  return new DomainError('invalid_api_key', { detail: 'The API key is missing, malformed or unknown.' });
}

function registerMetrics(registry: Registry, isListening: () => boolean): Counter<'outcome'> {
  new Gauge({
    name: 'prospect_key_cache_listening',
    help: '1 while changes of keys reach this process, so that its cache is used.',
    registers: [registry],
    collect() {
      this.set(isListening() ? 1 : 0);
    },
  });
  return new Counter({
    name: 'prospect_key_lookups_total',
    help: 'Keys told from the cache (hit), the database (miss; shared: with a question under way; bypass: changes are not heard) or memory (stale).',
    labelNames: ['outcome'],
    registers: [registry],
  });
}
