import { describeFailure, isBusy, isPostgresError, OLDEST_MAJOR, sawFullDisk, type Pool } from '../postgres/index.js';
import { Gauge, type ReadinessCheck, type Registry, type Trouble } from '../telemetry/index.js';

/**
 * A result holds for this long, so that probes and scrapes, however many, cost a database one small
 * statement a second.
 */
const RESULT_HOLDS_MS = 1_000;
/** While a busy pool was answered this recently, its database counts as answering. */
const BUSY_MS = 2_000;
/** A statement that failed for a full disk is reported for this long. */
const DISK_FULL_MS = 30_000;

/** The migrations that a service needs. */
export interface SchemaNeeds {
  readonly schema: string;
  /** In the order of their application. */
  readonly migrations: readonly { readonly name: string }[];
}

/**
 * Returns a readiness check: the database answers, its server is not too old, and every migration
 * that this release knows is applied. A newer schema passes, as the schema migrates before new
 * processes serve. The service's role may read `<schema>.migrations`.
 * @param registry shows how many migrations are pending, and how many are unknown to this release
 */
export function isMigrated(pool: Pool, needs: SchemaNeeds, registry?: Registry): ReadinessCheck {
  const known = needs.migrations.map(({ name }) => name);
  const show = registry === undefined ? () => {} : migrationGauges(registry, needs.schema);
  return databaseCheck(pool, async () => {
    const applied = await appliedMigrations(pool, needs.schema);
    const pending = known.filter((name) => !applied.includes(name));
    show(pending.length, applied.filter((name) => !known.includes(name)).length);
    return pending.length === 0 ? undefined : { reason: describePending(needs.schema, pending) };
  });
}

/**
 * Returns a readiness check: the database answers, and its server is not too old.
 * @param readable a table that the service's role must be able to read
 */
export function databaseAnswers(pool: Pool, readable?: string): ReadinessCheck {
  return databaseCheck(pool, async () => {
    if (readable !== undefined) await pool.query(`select from ${readable} limit 0`);
    return undefined;
  });
}

/** Returns a check whose failures are described for operators. */
function databaseCheck(pool: Pool, check: ReadinessCheck): ReadinessCheck {
  return remembered(async () => {
    // More work than connections: a process that was taken out of service for it would leave its
    // work to the others, and they would follow.
    if (isBusy(pool, BUSY_MS)) return troubleOfDisk(pool);
    try {
      return (await troubleOfServer(pool)) ?? (await check()) ?? troubleOfDisk(pool);
    } catch (error) {
      if (isBusy(pool, BUSY_MS) && !isPostgresError(error)) return troubleOfDisk(pool);
      return { reason: describeFailure(error, pool.options.connectionString ?? '') };
    }
  });
}

async function troubleOfServer(pool: Pool): Promise<Trouble | undefined> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version >= OLDEST_MAJOR) return undefined;
  return { reason: `the server is PostgreSQL ${version}; this release needs ${OLDEST_MAJOR} or later` };
}

/** Tolerated: reads go on, and other servers' disks hold what else the service needs. */
function troubleOfDisk(pool: Pool): Trouble | undefined {
  if (!sawFullDisk(pool, DISK_FULL_MS)) return undefined;
  return { reason: 'the disk of the database server is full: writes fail', isTolerated: true };
}

const MISSING = new Set(['3F000', '42P01']);

async function appliedMigrations(pool: Pool, schema: string): Promise<string[]> {
  try {
    const { rows } = await pool.query<{ name: string }>(`select name from ${schema}.migrations`);
    return rows.map(({ name }) => name);
  } catch (error) {
    // A database that was never migrated lacks the table, or the schema.
    if (isPostgresError(error) && MISSING.has(error.code)) return [];
    throw error;
  }
}

function describePending(schema: string, [first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `schema ${schema} is older than this release: migration ${first}${more} is not applied`;
}

/** Returns a function that sets the number of pending and of unknown migrations of a schema. */
function migrationGauges(registry: Registry, schema: string): (pending: number, unknown: number) => void {
  const pendingGauge = sharedGauge(registry, {
    name: 'prospect_schema_pending_migrations',
    help: 'Migrations that this release knows and the schema lacks. Not 0: migrate the schema.',
    labelNames: ['schema'],
  });
  const unknownGauge = sharedGauge(registry, {
    name: 'prospect_schema_unknown_migrations',
    help: 'Migrations that are applied and that this release does not know: the schema is newer.',
    labelNames: ['schema'],
  });
  return (pending, unknown) => {
    pendingGauge.set({ schema }, pending);
    unknownGauge.set({ schema }, unknown);
  };
}

/** Several checks of a process, and several services of `npm start`, set the same gauge. */
function sharedGauge(
  registry: Registry,
  options: { name: string; help: string; labelNames: ['schema'] },
): Gauge<'schema'> {
  const existing = registry.getSingleMetric(options.name);
  return existing === undefined
    ? new Gauge({ ...options, registers: [registry] })
    : (existing as unknown as Gauge<'schema'>);
}

/** Returns a check that runs once at a time, and whose result holds for a moment. */
function remembered(check: ReadinessCheck): ReadinessCheck {
  let result: Promise<Trouble | undefined> | undefined;
  let endedAtMs = Infinity;
  return () => {
    if (result !== undefined && performance.now() - endedAtMs < RESULT_HOLDS_MS) return result;
    endedAtMs = Infinity;
    result = check().finally(() => {
      endedAtMs = performance.now();
    });
    return result;
  };
}

/**
 * Returns a check whose failures are tolerated once it has passed. For a service that serves on
 * while it cannot pass, and of which an outage must not take every process out of service.
 */
export function toleratedOncePassed(check: ReadinessCheck): ReadinessCheck {
  let hasPassed = false;
  return async () => {
    const trouble = await check();
    if (trouble === undefined) hasPassed = true;
    return trouble === undefined || !hasPassed ? trouble : { ...trouble, isTolerated: true };
  };
}
