import { field, readConfig } from '@prospecting/platform/config';
import { readCrashPoints, type CrashPoints } from '@prospecting/platform/crash-points';
import {
  databaseFields,
  servingFields,
  toDatabaseConfig,
  toServingConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';
import { REVEAL_CRASH_POINTS, type RevealCrashPoint } from './spending/crash-points.js';
import { DEFAULT_RECOVERY, type RecoveryOptions } from './spending/recovery.js';

export interface Config {
  readonly serving: ServingConfig;
  /** The schema `reveal`. */
  readonly revealDatabase: DatabaseConfig;
  /** The schema `directory`: this service reads its details. */
  readonly directoryDatabase: DatabaseConfig;
  /** credits-service: `dns:///host:port` or `host:port`. */
  readonly creditsTarget: string;
  readonly recovery: RecoveryOptions;
  readonly retention: {
    /** How long reveals are kept after their year. */
    readonly graceDays: number;
    readonly intervalMs: number;
  };
  /** Set only by tests. */
  readonly crashPoints: CrashPoints<RevealCrashPoint> | undefined;
}

/** Reads the environment. Throws ConfigError that names every missing or malformed variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig(
    {
      ...servingFields,
      ...databaseFields,
      DIRECTORY_DATABASE_URL: field.databaseUrl(),
      DIRECTORY_DATABASE_POOL_SIZE: field.integer(1, 200).default(10),
      CREDITS_TARGET: field.text(),
      RECOVERY_GRACE_MS: field.integer(0, 3_600_000).default(DEFAULT_RECOVERY.graceMs),
      RETENTION_GRACE_DAYS: field.integer(0, 3_650).default(30),
      RETENTION_INTERVAL_MS: field.integer(1_000, 86_400_000).default(15 * 60_000),
      RECOVERY_INTERVAL_MS: field.integer(10, 3_600_000).default(DEFAULT_RECOVERY.intervalMs),
    },
    env,
  );
  return {
    serving: toServingConfig(values),
    revealDatabase: toDatabaseConfig(values),
    directoryDatabase: { url: values.DIRECTORY_DATABASE_URL, poolSize: values.DIRECTORY_DATABASE_POOL_SIZE },
    creditsTarget: values.CREDITS_TARGET,
    recovery: { graceMs: values.RECOVERY_GRACE_MS, intervalMs: values.RECOVERY_INTERVAL_MS },
    retention: { graceDays: values.RETENTION_GRACE_DAYS, intervalMs: values.RETENTION_INTERVAL_MS },
    crashPoints: readCrashPoints(env, REVEAL_CRASH_POINTS),
  };
}
