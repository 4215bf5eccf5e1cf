import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { inTransaction, violates, type Pool } from '@prospecting/platform/postgres';
import type { BucketLimits } from '../buckets/index.js';
import { generateKey, hashKey, shownPrefix } from './key-format.js';
import { effectiveLimits } from './limits.js';
import { expireSecrets } from './sql/expire-secrets.js';
import { findKey } from './sql/find-key.js';
import { insertKey } from './sql/insert-key.js';
import { insertSecret } from './sql/insert-secret.js';
import { listSecrets } from './sql/list-secrets.js';
import { lockKey } from './sql/lock-key.js';
import { revokeKey } from './sql/revoke-key.js';

export interface NewKey {
  readonly id: string;
  readonly name: string;
  /** First 12 characters of `key`. */
  readonly prefix: string;
  /** The whole key. It is stored nowhere, so this is the only time that it is seen. */
  readonly key: string;
}

/** One secret of a key. A rolled key has several, under one id. */
export interface KeyListing {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Null: the current secret. */
  readonly expiresAt: Date | null;
  readonly limits: BucketLimits;
}

export interface RolledKey {
  readonly id: string;
  /** The new key, seen only here. */
  readonly key: string;
  /** From this instant on the old key answers api_key_expired. */
  readonly oldExpiresAt: Date;
}

/** Longest that an old secret works beside its successor. */
export const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;

/** What administrators do with keys. Every change reaches the gateways as it commits. Ids are UUIDs. */
export interface KeyAdministration {
  /** Errors: not_found (account). */
  create(key: { accountId: string; name: string; limits: Partial<BucketLimits> }): Promise<NewKey>;
  list(accountId: string): Promise<KeyListing[]>;
  /** Whose key it is. Errors: not_found. */
  accountOf(keyId: string): Promise<string>;
  /** A new secret for the same identity; the old ones end after the overlap. Errors: not_found, validation_failed (revoked). */
  roll(keyId: string, overlapSeconds: number): Promise<RolledKey>;
  /** Ends a key for good, with all its secrets. Revoking again changes nothing. Errors: not_found. */
  revoke(keyId: string): Promise<{ id: string; revokedAt: Date }>;
}

export function createKeyAdministration({ pool, clock }: { pool: Pool; clock: Clock }): KeyAdministration {
  return {
    async create({ accountId, name, limits }) {
      const id = randomUUID();
      const key = generateKey();
      const now = clock.now();
      const { overall = null, search = null, spend = null } = limits;
      try {
        await inTransaction(pool, async (client) => {
          await insertKey.run(client, [id, accountId, name, overall, search, spend, now]);
          await insertSecret.run(client, [hashKey(key), id, shownPrefix(key), now]);
        });
      } catch (error) {
        if (violates(error, 'api_keys_account_fkey'))
          throw new DomainError('not_found', { detail: 'There is no such account.' });
        throw error;
      }
      return { id, name, prefix: shownPrefix(key), key };
    },

    async list(accountId) {
      const rows = await listSecrets.run(pool, [accountId]);
      return rows.map((row) => ({
        id: row.keyId,
        name: row.name,
        prefix: row.prefix,
        createdAt: row.createdAt,
        revokedAt: row.revokedAt,
        expiresAt: row.expiresAt,
        limits: effectiveLimits(row),
      }));
    },

    async accountOf(keyId) {
      const [key] = await findKey.run(pool, [keyId]);
      if (key === undefined) throw noSuchKey();
      return key.accountId;
    },

    async roll(keyId, overlapSeconds) {
      const key = generateKey();
      const now = clock.now();
      const oldExpiresAt = new Date(now.getTime() + overlapSeconds * 1000);
      await inTransaction(pool, async (client) => {
        const [locked] = await lockKey.run(client, [keyId]);
        if (locked === undefined) throw noSuchKey();
        if (locked.revokedAt !== null)
          throw validationFailed({ id: ['is revoked'] }, 'A revoked key cannot be rolled.');
        await expireSecrets.run(client, [keyId, oldExpiresAt]);
        await insertSecret.run(client, [hashKey(key), keyId, shownPrefix(key), now]);
      });
      return { id: keyId, key, oldExpiresAt };
    },

    async revoke(keyId) {
      const [revoked] = await revokeKey.run(pool, [keyId, clock.now()]);
      if (revoked === undefined) throw noSuchKey();
      return { id: keyId, revokedAt: revoked.revokedAt };
    },
  };
}

function noSuchKey(): DomainError {
  return new DomainError('not_found', { detail: 'There is no such key.' });
}
