import { readConfig } from '@prospecting/platform/config';
import { readCrashPoints, type CrashPoints } from '@prospecting/platform/crash-points';
import {
  databaseFields,
  servingFields,
  toDatabaseConfig,
  toServingConfig,
  type DatabaseConfig,
  type ServingConfig,
} from '@prospecting/platform/serving';
import { CREDITS_CRASH_POINTS, type CreditsCrashPoint } from './crash-points.js';

export interface Config {
  readonly serving: ServingConfig;
  /** The schema `credits`. */
  readonly database: DatabaseConfig;
  /** Set only by tests. */
  readonly crashPoints: CrashPoints<CreditsCrashPoint> | undefined;
}

/** Reads the environment. Throws ConfigError that names every missing or malformed variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readConfig({ ...servingFields, ...databaseFields }, env);
  return {
    serving: toServingConfig(values),
    database: toDatabaseConfig(values),
    crashPoints: readCrashPoints(env, CREDITS_CRASH_POINTS),
  };
}
