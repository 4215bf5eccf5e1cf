import { field, readConfig, z } from '@prospecting/platform/config';
import { readCrashPoints, type CrashPoints } from '@prospecting/platform/crash-points';
import {
  databaseFields,
  processFields,
  toDatabaseConfig,
  toProcessConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';
import { GATEWAY_CRASH_POINTS, type GatewayCrashPoint } from './idempotency/index.js';
import type { ResponseGuardOptions } from './middleware/respond.js';
import { redisFields, toRedisConfig, type RedisConfig } from './rate-limits/index.js';
import { BASE_PATH } from './routes/base-path.js';

export interface Config {
  readonly serving: ServingConfig;
  /** The schema `edge`. */
  readonly database: DatabaseConfig;
  /**
   * The schema `accounts`, which may be in another database. The gateway reads keys and accounts.
   */
  readonly accounts: DatabaseConfig & {
    /**
     * The same database, not through a transaction pooler. The gateway listens for changes of keys.
     */
    readonly listenUrl: string;
  };
  /** Optional. Default: requests are counted in memory. */
  readonly redis: RedisConfig | undefined;
  /** gRPC targets: `dns:///host:port` of a headless Service, or `host:port`. */
  readonly targets: { readonly search: string; readonly reveal: string; readonly credits: string };
  /** Connections to each backend. */
  readonly channels: number;
  /** Most batches at work. */
  readonly maxAtWork: number;
  /** `{base_url}`, ending in BASE_PATH, as callers see it. */
  readonly baseUrl: string;
  /** `{app_url}`. */
  readonly appUrl: string;
  /** `{docs_url}`. Default: `/docs` at the origin of `baseUrl`. */
  readonly docsUrl: string | undefined;
  readonly responseGuard: ResponseGuardOptions;
  /**
   * At least one. The first encrypts, all decrypt. The first also keys the hashes of missed
   * numbers.
   */
  readonly storedResponseSecrets: readonly string[];
  /** Set only by tests. */
  readonly crashPoints: CrashPoints<GatewayCrashPoint> | undefined;
}

const fields = {
  ...processFields,
  ...databaseFields,
  PUBLIC_HOST: field.text().default('0.0.0.0'),
  PUBLIC_PORT: field.port(),
  /** Default: DATABASE_URL. */
  ACCOUNTS_DATABASE_URL: field.databaseUrl().optional(),
  ACCOUNTS_DATABASE_POOL_SIZE: field.integer(1, 200).default(4),
  /**
   * The same database, not through a transaction pooler, which drops notifications. Default:
   * ACCOUNTS_DATABASE_URL.
   */
  ACCOUNTS_DATABASE_LISTEN_URL: field.databaseUrl().optional(),
  /**
   * Open connections on the public listener. Connections above it are closed unread. Probes use the
   * admin listener.
   */
  PUBLIC_MAX_CONNECTIONS: field.integer(1, 100_000).default(2_000),
  /**
   * Batches at work at the same time. More are refused with 503 before any work. One account gets half.
   */
  PUBLIC_MAX_AT_WORK: field.integer(4, 10_000).default(160),
  ...redisFields,
  SEARCH_TARGET: field.text(),
  REVEAL_TARGET: field.text(),
  CREDITS_TARGET: field.text(),
  GRPC_CHANNELS: field.integer(1, 16).default(2),
  BASE_URL: field.httpUrl().refine(hasBasePath, `must have the path ${BASE_PATH}`),
  APP_URL: field.httpUrl(),
  DOCS_URL: field.httpUrl().optional(),
  /** Share of answers that are checked against the OpenAPI document, 0 to 1. */
  RESPONSE_GUARD_RATIO: field.ratio().default(0.01),
  /** `report` logs an answer that breaks the document, `throw` answers 500 instead. */
  RESPONSE_GUARD_ON_VIOLATION: z.enum(['report', 'throw']).default('report'),
  /** Comma-separated: the first encrypts stored responses, all decrypt them. */
  STORED_RESPONSE_SECRET: field.secrets(),
};

/** `httpUrl()` already rejects malformed URLs. */
function hasBasePath(url: string): boolean {
  return !URL.canParse(url) || new URL(url).pathname.replace(/\/$/, '') === BASE_PATH;
}

/** Reads the environment. Throws ConfigError, which names every missing or invalid variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(fields, env);
  const accountsUrl = values.ACCOUNTS_DATABASE_URL ?? values.DATABASE_URL;
  return {
    serving: {
      ...toProcessConfig(values),
      public: { host: values.PUBLIC_HOST, port: values.PUBLIC_PORT, maxConnections: values.PUBLIC_MAX_CONNECTIONS },
    },
    database: toDatabaseConfig(values),
    accounts: {
      url: accountsUrl,
      poolSize: values.ACCOUNTS_DATABASE_POOL_SIZE,
      listenUrl: values.ACCOUNTS_DATABASE_LISTEN_URL ?? accountsUrl,
    },
    redis: toRedisConfig(values),
    targets: { search: values.SEARCH_TARGET, reveal: values.REVEAL_TARGET, credits: values.CREDITS_TARGET },
    channels: values.GRPC_CHANNELS,
    maxAtWork: values.PUBLIC_MAX_AT_WORK,
    baseUrl: values.BASE_URL,
    appUrl: values.APP_URL,
    docsUrl: values.DOCS_URL,
    responseGuard: { ratio: values.RESPONSE_GUARD_RATIO, onViolation: values.RESPONSE_GUARD_ON_VIOLATION },
    storedResponseSecrets: values.STORED_RESPONSE_SECRET,
    crashPoints: readCrashPoints(env, GATEWAY_CRASH_POINTS),
  };
}
