import { field, readConfig, z } from '@prospecting/platform/config';
import { readCrashPoints } from '@prospecting/platform/crash-points';
import { GATEWAY_CRASH_POINTS } from './idempotency/index.js';
import { BASE_PATH } from './routes/base-path.js';
import type { GatewayServerConfig } from './server.js';

export interface Config {
  readonly server: GatewayServerConfig;
  /** gRPC targets: `dns:///host:port` of a headless Service, or `host:port`. */
  readonly targets: { readonly search: string; readonly reveal: string; readonly credits: string };
  /** Connections to each backend. */
  readonly channels: number;
  readonly otlpEndpoint: string | undefined;
  readonly logLevel: string;
}

const fields = {
  PUBLIC_HOST: field.text().default('0.0.0.0'),
  PUBLIC_PORT: field.port(),
  /** The admin listener is never on an ingress, so loopback unless told otherwise. */
  ADMIN_HOST: field.text().default('127.0.0.1'),
  ADMIN_PORT: field.port(),
  ADMIN_TOKEN: field.secret(),
  DATABASE_URL: field.databaseUrl(),
  DATABASE_POOL_SIZE: field.integer(1, 200).default(10),
  /** The same database past a transaction pooler, which does not pass notifications on. */
  DATABASE_LISTEN_URL: field.databaseUrl().optional(),
  /** Without it requests are counted in memory, which is right for one gateway alone. */
  REDIS_URL: field.redisUrl().optional(),
  SEARCH_TARGET: field.text(),
  REVEAL_TARGET: field.text(),
  CREDITS_TARGET: field.text(),
  GRPC_CHANNELS: field.integer(1, 16).default(2),
  BASE_URL: field.httpUrl().refine(hasBasePath, `must have the path ${BASE_PATH}`),
  APP_URL: field.httpUrl(),
  DOCS_URL: field.httpUrl().optional(),
  RESPONSE_GUARD_RATIO: field.ratio().default(0.01),
  /** Comma-separated: the first encrypts stored responses, all decrypt them. */
  STORED_RESPONSE_SECRET: field.secrets(),
  OTEL_EXPORTER_OTLP_ENDPOINT: field.httpUrl().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/** What is no URL at all is said by another check. */
function hasBasePath(url: string): boolean {
  return !URL.canParse(url) || new URL(url).pathname.replace(/\/$/, '') === BASE_PATH;
}

/** Reads the environment; throws ConfigError naming everything that is missing or bad. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(fields, env);
  return {
    server: {
      public: { host: values.PUBLIC_HOST, port: values.PUBLIC_PORT },
      admin: { host: values.ADMIN_HOST, port: values.ADMIN_PORT, token: values.ADMIN_TOKEN },
      database: {
        url: values.DATABASE_URL,
        poolSize: values.DATABASE_POOL_SIZE,
        listenUrl: values.DATABASE_LISTEN_URL ?? values.DATABASE_URL,
      },
      redisUrl: values.REDIS_URL,
      baseUrl: values.BASE_URL,
      appUrl: values.APP_URL,
      docsUrl: values.DOCS_URL,
      responseGuard: { ratio: values.RESPONSE_GUARD_RATIO, onViolation: 'report' },
      storedResponseSecrets: values.STORED_RESPONSE_SECRET,
      crashPoints: readCrashPoints(env, GATEWAY_CRASH_POINTS),
    },
    targets: { search: values.SEARCH_TARGET, reveal: values.REVEAL_TARGET, credits: values.CREDITS_TARGET },
    channels: values.GRPC_CHANNELS,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
  };
}
