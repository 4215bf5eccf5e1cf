import type { BucketLimits } from '../buckets/index.js';

/** Whom a request speaks for. */
export interface AuthenticatedKey {
  /** The identity of the key: a roll keeps it. Scope of rate buckets, idempotency and the request log. */
  readonly keyId: string;
  readonly account: {
    readonly id: string;
    /** False: answer 403 feature_not_enabled, once the request is counted. */
    readonly apiEnabled: boolean;
    /** Role codes; empty means every contact. */
    readonly targetRoles: readonly string[];
    readonly priceGroup: string;
  };
  readonly limits: BucketLimits;
  /**
   * The database could not be asked and this is what was last known, at most STALE_LIMIT_MS old: good enough to read,
   * not to spend (answer service_unavailable).
   */
  readonly stale: boolean;
}

/** Tells keys from strings. Safe for any number of concurrent requests. */
export interface Authenticator {
  /**
   * @param authorization the Authorization header as received
   * @throws DomainError invalid_api_key, api_key_revoked, api_key_expired; service_unavailable when nothing can be known.
   *   An account without API access is not an error here: see `account.apiEnabled`.
   */
  authenticate(authorization: string | undefined): Promise<AuthenticatedKey>;
  /** Forgets what is cached of a key or an account, for the process that just changed it; others learn it by notification. */
  forget(changed: KeyChange): void;
  /** True while changes of keys reach this process, so that its cache may be used. */
  isListening(): boolean;
  /** Begins to listen for changes. Resolves after the first attempt, whatever its outcome; later ones go on in the background. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a notification of the database names. */
export type KeyChange = { readonly keyId: string } | { readonly accountId: string };
