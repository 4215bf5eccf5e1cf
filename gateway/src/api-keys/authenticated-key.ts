import type { BucketLimits } from '@prospecting/openapi';
import type { ReadinessCheck } from '@prospecting/platform/telemetry';

/** The API key of a request, and its account. */
export interface AuthenticatedKey {
  /** Id of the key, which a roll keeps. Rate buckets, idempotency and the request log go by it. */
  readonly keyId: string;
  readonly account: {
    readonly id: string;
    /** False: answer 403 feature_not_enabled after the request is counted. */
    readonly apiEnabled: boolean;
    /** Role codes. Empty: every contact. */
    readonly targetRoles: readonly string[];
    readonly priceGroup: string;
  };
  readonly limits: BucketLimits;
  /**
   * True when the database did not answer and the key comes from the cache, at most STALE_LIMIT_MS
   * old. It may read. Answer service_unavailable to a spend.
   */
  readonly stale: boolean;
}

/** Authenticates requests. Safe for concurrent use. */
export interface Authenticator {
  /**
   * Returns the key of a request. Throws invalid_api_key, api_key_revoked or api_key_expired, and
   * service_unavailable when neither the database nor the cache knows. Does not reject an account
   * without API access: see `account.apiEnabled`.
   *
   * @param authorization the Authorization header as received
   */
  authenticate(authorization: string | undefined): Promise<AuthenticatedKey>;
  /**
   * Returns the key of a request when the cache has it and it is valid, now and without a wait.
   * `undefined` says nothing of the key: `authenticate` does, and only it counts as a lookup.
   */
  known(authorization: string | undefined): AuthenticatedKey | undefined;
  /**
   * Readiness: passes for good once every pool has looked up a key that nobody has. So the first
   * customer of a new process waits for no connection.
   */
  rehearsed(): ReturnType<ReadinessCheck>;
  /** Returns true while notifications of changes arrive, so that the cache is used. */
  isListening(): boolean;
  /**
   * Starts to listen for changes. Resolves after the first attempt, even when it failed. Retries
   * run in the background.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A changed key or account, as a notification of the database names it. */
export type KeyChange = { readonly keyId: string } | { readonly accountId: string };
