import { LRUCache } from 'lru-cache';
import type { AuthenticatedKey, KeyChange } from './authenticated-key.js';

/** What the database said of a secret. */
export interface KnownSecret {
  readonly key: AuthenticatedKey;
  readonly revoked: boolean;
  /** Null: the current secret of its key. */
  readonly expiresAt: Date | null;
  /** When it was asked for. */
  readonly readAt: Date;
}

export interface KeyCacheOptions {
  /** Default 30 000: some 45 MB when full. */
  readonly maxSecrets?: number;
  readonly maxUnknown?: number;
  /** How long an unknown secret is not asked for again, in case its notification was lost. */
  readonly unknownTtlMs?: number;
}

/** Stands for a secret that the database does not know. */
export const UNKNOWN = Symbol('unknown secret');

/**
 * Answers of the database by secret hash. What it holds is right for as long as every change of keys is told to `drop`; answers that
 * were asked for before a change and arrive after it are not taken.
 */
export class KeyCache {
  readonly #secrets: LRUCache<string, KnownSecret>;
  /** Apart from the secrets, so that a flood of guesses does not push them out. */
  readonly #unknown: LRUCache<string, true>;
  #generation = 0;

  constructor(options: KeyCacheOptions = {}) {
    this.#secrets = new LRUCache({ max: options.maxSecrets ?? 30_000 });
    this.#unknown = new LRUCache({ max: options.maxUnknown ?? 10_000, ttl: options.unknownTtlMs ?? 5_000 });
  }

  get(hash: string): KnownSecret | typeof UNKNOWN | undefined {
    return this.#secrets.get(hash) ?? (this.#unknown.has(hash) ? UNKNOWN : undefined);
  }

  /** To be drawn before the database is asked, and given back with its answer. */
  get generation(): number {
    return this.#generation;
  }

  put(hash: string, answer: KnownSecret | typeof UNKNOWN, generation: number): void {
    if (generation !== this.#generation) return;
    if (answer === UNKNOWN) {
      this.#secrets.delete(hash);
      this.#unknown.set(hash, true);
    } else {
      this.#unknown.delete(hash);
      this.#secrets.set(hash, answer);
    }
  }

  /** Forgets what a change names, and every unknown secret: it may be the one that was made. */
  drop(change: KeyChange): void {
    this.#generation += 1;
    this.#unknown.clear();
    for (const [hash, { key }] of this.#secrets.entries()) {
      if ('keyId' in change ? key.keyId === change.keyId : key.account.id === change.accountId)
        this.#secrets.delete(hash);
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#unknown.clear();
    this.#secrets.clear();
  }
}
