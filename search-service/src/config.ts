import { field, readConfig } from '@prospecting/platform/config';
import {
  databaseFields,
  servingFields,
  toDatabaseConfig,
  toServingConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';
import { replicaFields, toReplicasConfig, type ReplicasConfig } from './replicas/config.js';

export interface Config {
  readonly serving: ServingConfig;
  /** The primary, or the only server. Each replica gets a pool of the same size. */
  readonly database: DatabaseConfig;
  readonly replicas: ReplicasConfig;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  readonly soleTraderKey: string;
}

/** Reads the environment. Throws ConfigError naming everything that is missing or bad. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(
    {
      ...servingFields,
      ...databaseFields,
      ...replicaFields,
      CURSOR_KEYS: field.secrets(),
      SOLE_TRADER_KEY: field.secret(),
    },
    env,
  );
  return {
    serving: toServingConfig(values),
    database: toDatabaseConfig(values),
    replicas: toReplicasConfig(values),
    cursorKeys: values.CURSOR_KEYS,
    soleTraderKey: values.SOLE_TRADER_KEY,
  };
}
