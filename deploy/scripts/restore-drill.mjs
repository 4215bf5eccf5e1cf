// node deploy/scripts/restore-drill.mjs [--backup <file>]… [--keep]
//
// Restores a backup into a new database, starts the services on it, lets recovery end what the
// backup cut off, and audits every fact about money. Exits 1 when a step fails or the audit finds a
// difference. Needs no cluster: a checkout that is built (`npm run build`), and pg_dump and
// pg_restore that are not older than the server. docs/operating/backup-and-restore.md says how to
// read its result.
//
//   DRILL_TARGET_DATABASE_URL  administrator of the server that gets the new database; never that of a
//                              production server with little room
//   DRILL_SOURCE_DATABASE_URL  database to back up first; not used with --backup
//   --backup <file>            a backup in pg_dump's format `custom`; several where schemas have several servers
//   --keep                     leaves the restored database, for a look by hand
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { databaseUrls, schemas, startStack } from '@prospecting/embedded';
import { createPool, ensureRoles, migrateSchema } from '@prospecting/platform/postgres';

/** Recovery takes over a reservation of 10 s and looks every 2 s. */
const RECOVERY_LIMIT_MS = 60_000;

const { values: options } = parseArgs({
  options: { backup: { type: 'string', multiple: true, default: [] }, keep: { type: 'boolean', default: false } },
});
const target = required('DRILL_TARGET_DATABASE_URL');
const scratch = await mkdtemp(path.join(tmpdir(), 'prospect-drill-'));
const name = `prospect_drill_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${randomBytes(3).toString('hex')}`;
const restored = urlOf(target, { database: name });
let isCreated = false;

try {
  const backups = options.backup.length > 0 ? options.backup : [await timed('back up', backUp)];
  for (const file of backups) say(`  ${file}: ${((await stat(file)).size / 1_048_576).toFixed(1)} MiB`);
  await timed('make roles and a database', createDatabase);
  for (const file of backups) await timed('restore', () => restore(file));
  await timed('migrate to this release', migrate);
  const audit = await withServices(async (stack) => {
    const before = await timed('audit what was restored', () => runAudit(stack));
    return before.pending.length === 0 ? before : await timed('recover and audit again', () => auditRecovered(stack));
  });
  report(audit);
  process.exitCode = audit.differences.length + audit.pending.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`restore drill: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
  if (isCreated && !options.keep) await onTarget(`drop database if exists ${name} with (force)`);
  if (isCreated && options.keep) say(`the database ${name} is kept`);
}

function say(text) {
  console.log(text);
}

/** A variable that the drill cannot do without. */
function required(variable) {
  const value = process.env[variable] ?? '';
  if (/^postgres(ql)?:\/\//.test(value)) return value;
  console.error(`restore drill: ${variable} must be a postgres:// URL`);
  return process.exit(2);
}

async function timed(step, work) {
  const startedAt = performance.now();
  const result = await work();
  say(`${step}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

function urlOf(url, { database, role }) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  // The services use the rights of their roles, without their passwords.
  if (role !== undefined) changed.searchParams.set('options', `-c role=${role}`);
  return changed.href;
}

/**
 * Runs a program of PostgreSQL. Its connection is in the environment, since arguments are visible
 * to everybody.
 */
async function run(program, argv, url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslmode = searchParams.get('sslmode');
  const connection = {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(password !== '' && { PGPASSWORD: decodeURIComponent(password) }),
    ...(sslmode !== null && { PGSSLMODE: sslmode }),
  };
  const child = spawn(program, argv, { env: { ...process.env, ...connection }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`cannot run ${program}: ${error.message}`)));
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} failed: ${errors.trim()}`);
}

async function backUp() {
  const file = path.join(scratch, 'backup');
  await run('pg_dump', ['--format=custom', `--file=${file}`], required('DRILL_SOURCE_DATABASE_URL'));
  return file;
}

async function onTarget(statement) {
  const pool = createPool({ connectionString: target, applicationName: 'prospect-drill', maxConnections: 1 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

async function createDatabase() {
  for (const module of schemas) await ensureRoles(target, module);
  await onTarget(`create database ${name} template template0`);
  isCreated = true;
}

function restore(file) {
  // pg_restore names the database itself.
  return run('pg_restore', ['--exit-on-error', `--dbname=${name}`, path.resolve(file)], restored);
}

/** A backup may be older than this release. */
async function migrate() {
  for (const module of schemas) await migrateSchema(restored, module);
}

async function withServices(work) {
  const newSecret = () => randomBytes(32).toString('hex');
  const stack = await startStack({
    databases: databaseUrls((role) => urlOf(target, { database: name, role })),
    secrets: {
      adminToken: newSecret(),
      cursorKeys: [newSecret()],
      soleTraderKey: newSecret(),
      storedResponseSecrets: [newSecret()],
    },
  });
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}

/** Runs an audit like `prospect credits audit` does. */
async function runAudit({ adminUrl, adminToken }) {
  const response = await fetch(`${adminUrl}/admin/v1/credits/audit`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the audit was refused: ${text}`);
  const audit = { pending: [], differences: [], total: undefined };
  for (const line of text
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each))) {
    if (line.pending !== undefined) audit.pending.push(line.pending);
    if (line.difference !== undefined) audit.differences.push(line.difference);
    if (line.failed !== undefined) throw new Error(`the audit failed: ${line.failed}`);
    audit.total = line.done ?? audit.total;
  }
  if (audit.total === undefined) throw new Error('the audit ended before it was done');
  return audit;
}

/**
 * The spends that the backup cut off are ended by recovery, as after the death of every process.
 */
async function auditRecovered(stack) {
  const giveUpAt = performance.now() + RECOVERY_LIMIT_MS;
  for (;;) {
    const audit = await runAudit(stack);
    if (audit.pending.length === 0 || performance.now() > giveUpAt) return audit;
    await pause(1_000);
  }
}

function report({ total, pending, differences }) {
  say(
    `compared: ${Object.entries(total)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  for (const each of pending) say(`still pending: ${JSON.stringify(each)}`);
  for (const each of differences) say(`difference: ${JSON.stringify(each)}`);
  say(`${differences.length} differences, ${pending.length} still pending`);
}
