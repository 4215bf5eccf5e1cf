import { setTimeout } from 'node:timers/promises';
import {
  ensureRoles,
  isPostgresError,
  MigrationError,
  migrateSchema,
  openAdministrator,
  readSchemaStatus,
  type SchemaStatus,
} from '@prospecting/platform/postgres';
import type { MigrationConfig, Target } from './config.js';
import { describeProblem, mayPass } from './problems.js';

/** What a run did to one schema. */
export interface SchemaResult {
  readonly schema: string;
  /** Applied by this run. */
  readonly applied: readonly string[];
  /** Applied by a newer release, and left alone. */
  readonly unknown: readonly string[];
}

/** Tells an operator what the run waits for or leaves alone, one sentence at a time. */
export type Note = (sentence: string) => void;

const POLL_MS = 1_000;
/** Between two waits for a lock. Services work in it, as nothing waits behind a migration. */
const LOCK_PAUSE_MS = 3_000;

/**
 * Makes the missing roles, sets passwords, and migrates every schema. Any number of runs may happen
 * at the same time, beside running services. Throws DatabaseProblem.
 */
export async function migrateDatabases(config: MigrationConfig, note: Note = () => {}): Promise<SchemaResult[]> {
  const deadlineAt = performance.now() + config.waitMs;
  for (const targets of byServer(config.targets)) await prepareServer(targets, config, { deadlineAt, note });
  const results: SchemaResult[] = [];
  for (const { module, url } of config.targets) {
    const applied = await inWords(url, () =>
      retryLocked(() => migrateSchema(url, module, lockOptions(module.schema, deadlineAt, note)), {
        deadlineAt,
        note: (migration) => note(`Waiting for a lock to apply the migration ${migration} of ${module.schema}.`),
      }),
    );
    const { unknown } = await inWords(url, () => readSchemaStatus(url, module));
    if (unknown.length > 0)
      note(`The schema ${module.schema} has migrations of a newer release, which stay: ${unknown.join(', ')}.`);
    results.push({ schema: module.schema, applied, unknown });
  }
  return results;
}

/** Returns what is applied of every schema. Throws DatabaseProblem. */
export async function readDatabases(config: MigrationConfig, note: Note = () => {}): Promise<SchemaStatus[]> {
  const deadlineAt = performance.now() + config.waitMs;
  for (const targets of byServer(config.targets)) await waitFor(targets, { deadlineAt, note });
  const statuses: SchemaStatus[] = [];
  for (const { module, url } of config.targets) statuses.push(await inWords(url, () => readSchemaStatus(url, module)));
  return statuses;
}

interface Waiting {
  readonly deadlineAt: number;
  readonly note: Note;
}

/** Roles precede every schema: a migration grants rights to roles of other schemas. */
async function prepareServer(targets: readonly Target[], config: MigrationConfig, waiting: Waiting): Promise<void> {
  const url = await waitFor(targets, waiting);
  await inWords(url, () =>
    ensureRoles(
      url,
      targets.map(({ module }) => module),
      {
        ...lockOptions('the roles', waiting.deadlineAt, waiting.note),
        passwords: config.passwords,
        onPasswordsKept: (roles) =>
          waiting.note(`This connection may not set passwords. These roles keep theirs: ${roles.join(', ')}.`),
      },
    ),
  );
}

/** Schemas that are migrated through the same connection, in the order in which it occurs first. */
function byServer(targets: readonly Target[]): Target[][] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) groups.set(target.url, [...(groups.get(target.url) ?? []), target]);
  return [...groups.values()];
}

/** Waits until the server lets the role in. Each reason for waiting is told once. */
async function waitFor([first]: readonly Target[], { deadlineAt, note }: Waiting): Promise<string> {
  const { url } = first as Target;
  let told = '';
  for (;;) {
    try {
      await openAdministrator(url, () => Promise.resolve());
      return url;
    } catch (error) {
      const problem = describeProblem(error, url);
      if (!mayPass(error) || performance.now() + POLL_MS > deadlineAt) throw problem;
      if (problem.message !== told) note(`${problem.message} Trying again.`);
      told = problem.message;
      await setTimeout(POLL_MS);
    }
  }
}

function lockOptions(what: string, deadlineAt: number, note: Note): { lockWaitMs: number; onWait: () => void } {
  return {
    // A run that waits for another one lets it finish: at least a minute.
    lockWaitMs: Math.max(60_000, Math.ceil(deadlineAt - performance.now())),
    onWait: () => note(`Waiting for another run, which is changing ${what}.`),
  };
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** Runs a schema's migrations again when one gave up its wait for a lock. The applied ones stay. */
async function retryLocked<Result>(
  work: () => Promise<Result>,
  { deadlineAt, note }: { deadlineAt: number; note: (migration: string) => void },
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLocked =
        error instanceof MigrationError &&
        isPostgresError(error.cause) &&
        [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.cause.code);
      if (!isLocked || performance.now() + LOCK_PAUSE_MS > deadlineAt) throw error;
      note(error.migration);
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

async function inWords<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw describeProblem(error, url);
  }
}
