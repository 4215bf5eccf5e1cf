import { field, readConfig } from '@prospecting/platform/config';
import {
  databaseFields,
  processFields,
  toDatabaseConfig,
  toProcessConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';
import type { ConsoleOptions } from './console/app.js';
import { consoleFields, consoleListener, toConsoleOptions } from './console/config.js';

export interface Config {
  readonly serving: ServingConfig;
  /** Database of the schema `accounts`. */
  readonly database: DatabaseConfig;
  /** Database of the schema `edge`, which may be another one. Its request log is read. */
  readonly requestLogDatabase: DatabaseConfig;
  /** gRPC targets: `dns:///host:port` of a headless Service, or `host:port`. */
  readonly targets: { readonly reveal: string; readonly credits: string; readonly search: string | undefined };
  /** Bearer tokens of the admin API. Each is accepted. */
  readonly tokens: readonly string[];
  /** Base URL of the problem types, without a slash at its end. */
  readonly docsUrl: string;
  /** Undefined: there is no console. */
  readonly console: Omit<ConsoleOptions, 'folder'> | undefined;
}

const fields = {
  ...processFields,
  ...databaseFields,
  /** Default: DATABASE_URL. */
  EDGE_DATABASE_URL: field.databaseUrl().optional(),
  EDGE_DATABASE_POOL_SIZE: field.integer(1, 200).default(2),
  /** Comma-separated, so that a token can be replaced without an outage: each is accepted. */
  ADMIN_TOKEN: field.secrets(),
  REVEAL_TARGET: field.text(),
  CREDITS_TARGET: field.text(),
  DOCS_URL: field.httpUrl(),
  ...consoleFields,
};

/** Reads the environment. Throws ConfigError that names every missing or invalid variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(fields, env);
  return {
    serving: { ...toProcessConfig(values), ...consoleListener(values) },
    database: toDatabaseConfig(values),
    requestLogDatabase: {
      url: values.EDGE_DATABASE_URL ?? values.DATABASE_URL,
      poolSize: values.EDGE_DATABASE_POOL_SIZE,
    },
    targets: { reveal: values.REVEAL_TARGET, credits: values.CREDITS_TARGET, search: values.SEARCH_TARGET },
    tokens: values.ADMIN_TOKEN,
    docsUrl: values.DOCS_URL.replace(/\/+$/, ''),
    console: toConsoleOptions(values),
  };
}
