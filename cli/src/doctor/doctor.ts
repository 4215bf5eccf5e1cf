import { readVariable } from '@prospecting/platform/config/variables';
import type { Environment } from '../config.js';
import { checkAdminAddress } from './admin-address.js';
import { certificateChecks } from './certificates.js';
import { serviceClock, type Offset } from './clocks.js';
import { readConfiguration } from './configuration.js';
import { checkDatabase, databasesOf } from './databases.js';
import { failure, runChecks, type Check, type Finding } from './finding.js';
import { checkRedis } from './redis.js';

export interface DoctorOptions {
  readonly env: Environment;
  readonly now: () => Date;
  /** Longest run of one check, in milliseconds. Default: 10,000. */
  readonly deadlineMs?: number;
}

/** Examines what this command can reach, and changes nothing. */
export async function examine({ env, now, deadlineMs }: DoctorOptions): Promise<Finding[]> {
  const { findings, admin, databaseUrl } = await readConfiguration(env);
  const { schemas } = await import('@prospecting/database');
  const known = databasesOf(
    env,
    schemas.map(({ schema }) => schema),
    databaseUrl,
  );
  const clocks: { service?: Offset | undefined; database?: Offset | undefined } = {};
  const checks: Check[] = [];
  if (admin !== undefined) {
    checks.push({
      name: 'admin address',
      async run() {
        const { findings: found, clock } = await checkAdminAddress(admin, now);
        clocks.service = clock;
        return found;
      },
    });
  }
  for (const database of known.databases) {
    checks.push({
      name: `database (${database.source})`,
      async run() {
        const { findings: found, clock } = await checkDatabase(database, now);
        clocks.database ??= clock;
        return found;
      },
    });
  }
  checks.push(
    ...certificateChecks(
      env,
      known.databases.map(({ url }) => url),
      now,
    ),
    ...redisChecks(env),
  );
  const found = await runChecks(checks, deadlineMs);
  const { service, database } = clocks;
  const clock = service === undefined || database === undefined ? [] : [serviceClock(service, database)];
  return [...findings, ...known.findings, ...found, ...clock];
}

function redisChecks(env: Environment): Check[] {
  const { value, problem } = readVariable('REDIS_URL', env);
  const wrong = problem ?? 'REDIS_URL is not a redis:// URL';
  if (value === undefined && problem === undefined) return [];
  const isUrl = value !== undefined && URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
  const run = (): Promise<Finding[]> =>
    isUrl ? checkRedis(value) : Promise.resolve([failure('redis', wrong, 'Correct REDIS_URL.')]);
  return [{ name: 'redis', run }];
}
