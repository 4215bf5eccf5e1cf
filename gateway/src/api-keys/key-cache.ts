import { LRUCache } from 'lru-cache';
import type { AuthenticatedKey, KeyChange } from './authenticated-key.js';

/** A secret in the database. */
export interface KnownSecret {
  readonly key: AuthenticatedKey;
  readonly revoked: boolean;
  /** Null for the current secret of a key. */
  readonly expiresAt: Date | null;
  /** When the database was asked. */
  readonly readAt: Date;
}

export interface KeyCacheOptions {
  /** Default: 30 000, which take about 45 MB. */
  readonly maxSecrets?: number;
  /** Default: 10 000. */
  readonly maxUnknown?: number;
  /**
   * How long an unknown secret is not looked up again, in case its notification was lost. Default:
   * 5 000.
   */
  readonly unknownTtlMs?: number;
}

/** Marks a secret that the database does not know. */
export const UNKNOWN = Symbol('unknown secret');

/**
 * Answers of the database by secret hash. They are right while `drop` is called for every change of
 * a key. An answer that was asked for before a change and arrives after it is not kept.
 */
export class KeyCache {
  readonly #secrets: LRUCache<string, KnownSecret>;
  /** Separate from the secrets, so that a flood of guesses does not evict them. */
  readonly #unknown: LRUCache<string, true>;
  /**
   * Hashes that were valid when they were last read. A change removes their answers but not them.
   */
  readonly #wasValid: LRUCache<string, true>;
  #generation = 0;

  constructor({ maxSecrets = 30_000, maxUnknown = 10_000, unknownTtlMs = 5_000 }: KeyCacheOptions = {}) {
    this.#secrets = new LRUCache({ max: maxSecrets });
    this.#unknown = new LRUCache({ max: maxUnknown, ttl: unknownTtlMs });
    this.#wasValid = new LRUCache({ max: maxSecrets });
  }

  get(hash: string): KnownSecret | typeof UNKNOWN | undefined {
    return this.#secrets.get(hash) ?? (this.#unknown.has(hash) ? UNKNOWN : undefined);
  }

  /**
   * Returns true for a hash that was valid when this process last read it, even when its answer is
   * no longer cached.
   */
  wasValid(hash: string): boolean {
    return this.#wasValid.has(hash);
  }

  /** Read before the database is asked, and passed to `put` with the answer. */
  get generation(): number {
    return this.#generation;
  }

  put(hash: string, answer: KnownSecret | typeof UNKNOWN, generation: number): void {
    if (answer === UNKNOWN || answer.revoked) this.#wasValid.delete(hash);
    else this.#wasValid.set(hash, true);
    if (generation !== this.#generation) return;
    if (answer === UNKNOWN) {
      this.#secrets.delete(hash);
      this.#unknown.set(hash, true);
    } else {
      this.#unknown.delete(hash);
      this.#secrets.set(hash, answer);
    }
  }

  /**
   * Removes the answers that a change names, and every unknown secret, because the change may have
   * created it.
   */
  drop(change: KeyChange): void {
    this.#generation += 1;
    this.#unknown.clear();
    for (const [hash, { key }] of this.#secrets.entries()) {
      if ('keyId' in change ? key.keyId === change.keyId : key.account.id === change.accountId)
        this.#secrets.delete(hash);
    }
  }

  /** Removes every answer. */
  clear(): void {
    this.#generation += 1;
    this.#unknown.clear();
    this.#secrets.clear();
  }
}
