import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { inTransaction, violates, type Pool } from '@prospecting/platform/postgres';
import { type BucketLimits, effectiveLimits, generateKey, hashKey, shownPrefix } from '@prospecting/openapi';
import { SYSTEM_ACTOR, type Actor } from '../changes/actor.js';
import { recordChange } from '../changes/record-change.js';
import { expireSecrets } from './sql/expire-secrets.js';
import { insertKey } from './sql/insert-key.js';
import { insertSecret } from './sql/insert-secret.js';
import { lockKey } from './sql/lock-key.js';
import { revokeKey } from './sql/revoke-key.js';
import { selectKey } from './sql/select-key.js';
import { selectSecrets, type SecretRow } from './sql/select-secrets.js';

export interface NewKey {
  readonly id: string;
  readonly name: string;
  /** First 12 characters of `key`. */
  readonly prefix: string;
  /** The whole key. Only its hash is stored, so it cannot be shown again. */
  readonly key: string;
}

/** One secret of a key. A rolled key has several under one id. */
export interface KeyListing {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Null for the current secret. */
  readonly expiresAt: Date | null;
  readonly limits: BucketLimits;
}

export interface RolledKey {
  readonly id: string;
  /** The new key. It cannot be shown again. */
  readonly key: string;
  /** When requests with the old key start to fail with `api_key_expired`. */
  readonly oldExpiresAt: Date;
}

/** Longest time that an old secret keeps working after a roll. */
export const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;

/**
 * Creates, rolls and revokes API keys. Gateways learn of a change when it commits, and its line of
 * the trail commits with it; `by` is the system by default. Ids are UUIDs.
 */
export interface KeyAdministration {
  /** Throws `not_found` when the account does not exist. */
  create(key: { accountId: string; name: string; limits: Partial<BucketLimits> }, by?: Actor): Promise<NewKey>;
  /** Returns every secret of the account's keys, the newest of each key first. */
  list(accountId: string): Promise<KeyListing[]>;
  /** Returns the id of the key's account. Throws `not_found`. */
  accountOf(keyId: string): Promise<string>;
  /**
   * Creates a new secret for the key; the old ones end after the overlap. Throws `not_found`, and
   * `validation_failed` when the key is revoked.
   */
  roll(keyId: string, overlapSeconds: number, by?: Actor): Promise<RolledKey>;
  /**
   * Ends a key and all its secrets permanently. Repeating it changes nothing. Throws `not_found`.
   */
  revoke(keyId: string, by?: Actor): Promise<{ id: string; revokedAt: Date }>;
}

export function createKeyAdministration({ pool, clock }: { pool: Pool; clock: Clock }): KeyAdministration {
  return {
    async create({ accountId, name, limits }, actor = SYSTEM_ACTOR) {
      const id = randomUUID();
      const key = generateKey();
      const now = clock.now();
      try {
        await inTransaction(pool, async (client) => {
          await insertKey.run(client, [id, accountId, name, limits, now]);
          await insertSecret.run(client, [hashKey(key), id, shownPrefix(key), now]);
          const details = { name, prefix: shownPrefix(key), limits };
          await recordChange(client, { actor, action: 'key.create', accountId, subject: { kind: 'key', id }, details });
        });
      } catch (error) {
        if (violates(error, 'api_keys_account_fkey'))
          throw new DomainError('not_found', { detail: 'There is no such account.' });
        throw error;
      }
      return { id, name, prefix: shownPrefix(key), key };
    },

    async list(accountId) {
      const rows = await selectSecrets.run(pool, [accountId]);
      return rows.map(toListing);
    },

    async accountOf(keyId) {
      const [key] = await selectKey.run(pool, [keyId]);
      if (key === undefined) throw noSuchKey();
      return key.accountId;
    },

    async roll(keyId, overlapSeconds, actor = SYSTEM_ACTOR) {
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
        const { accountId, name } = locked;
        const details = { name, prefix: shownPrefix(key), overlapSeconds };
        const subject = { kind: 'key', id: keyId };
        await recordChange(client, { actor, action: 'key.roll', accountId, subject, details });
      });
      return { id: keyId, key, oldExpiresAt };
    },

    async revoke(keyId, actor = SYSTEM_ACTOR) {
      return inTransaction(pool, async (client) => {
        const [locked] = await lockKey.run(client, [keyId]);
        const [revoked] = await revokeKey.run(client, [keyId, clock.now()]);
        if (locked === undefined || revoked === undefined) throw noSuchKey();
        if (locked.revokedAt === null) {
          const { accountId, name } = locked;
          const subject = { kind: 'key', id: keyId };
          await recordChange(client, { actor, action: 'key.revoke', accountId, subject, details: { name } });
        }
        return { id: keyId, revokedAt: revoked.revokedAt };
      });
    },
  };
}

function toListing({ keyId: id, limits, ...row }: SecretRow): KeyListing {
  return { id, ...row, limits: effectiveLimits(limits) };
}

function noSuchKey(): DomainError {
  return new DomainError('not_found', { detail: 'There is no such key.' });
}
