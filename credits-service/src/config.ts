import { readConfig } from '@prospecting/platform/config';
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
  /** The schema `credits`. */
  readonly database: DatabaseConfig;
}

/** Reads the environment; throws ConfigError naming everything that is missing or bad. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig({ ...servingFields, ...databaseFields }, env);
  return { serving: toServingConfig(values), database: toDatabaseConfig(values) };
}
