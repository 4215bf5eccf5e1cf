import { field, readConfig } from '@prospecting/platform/config';
import {
  databaseFields,
  servingFields,
  toDatabaseConfig,
  toServingConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';

export interface Config {
  readonly serving: ServingConfig;
  readonly database: DatabaseConfig;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  readonly soleTraderKey: string;
}

/** Reads the environment. Throws ConfigError naming everything that is missing or bad. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(
    { ...servingFields, ...databaseFields, CURSOR_KEYS: field.secrets(), SOLE_TRADER_KEY: field.secret() },
    env,
  );
  return {
    serving: toServingConfig(values),
    database: toDatabaseConfig(values),
    cursorKeys: values.CURSOR_KEYS,
    soleTraderKey: values.SOLE_TRADER_KEY,
  };
}
