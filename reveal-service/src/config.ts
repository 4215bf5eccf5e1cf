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
  /** The schema `reveal`. */
  readonly revealDatabase: DatabaseConfig;
  /** The schema `directory`: this service reads its details. */
  readonly directoryDatabase: DatabaseConfig;
}

/** Reads the environment; throws ConfigError naming everything that is missing or bad. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(
    {
      ...servingFields,
      ...databaseFields,
      DIRECTORY_DATABASE_URL: field.databaseUrl(),
      DIRECTORY_DATABASE_POOL_SIZE: field.integer(1, 200).default(10),
    },
    env,
  );
  return {
    serving: toServingConfig(values),
    revealDatabase: toDatabaseConfig(values),
    directoryDatabase: { url: values.DIRECTORY_DATABASE_URL, poolSize: values.DIRECTORY_DATABASE_POOL_SIZE },
  };
}
