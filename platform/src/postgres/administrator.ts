import pg from 'pg';
import { toNodeUrl } from './connection-url.js';

/** The oldest server that the product runs on. */
export const OLDEST_MAJOR = 15;

/** Any constant: whatever changes roles or schemas of a database waits for each other. */
const LOCK_KEY = 7_268_251;

/** The server cannot run the product, however often it is asked. */
export class UnsupportedServerError extends Error {
  constructor(version: string) {
    super(`PostgreSQL ${version} is too old: ${OLDEST_MAJOR} is the oldest version that works`);
    this.name = 'UnsupportedServerError';
  }
}

export interface AdministratorOptions {
  /** Longest wait for another run of the same database. Default: 60,000. */
  readonly lockWaitMs?: number;
  /** Called once when another run has the database. */
  readonly onWait?: () => void;
}

/** A session that may change roles and schemas, as far as its role is allowed to. */
export interface Administrator {
  readonly client: pg.Client;
  readonly role: string;
  readonly database: string;
  readonly isSuperuser: boolean;
  readonly mayCreateRoles: boolean;
  /** 15, 16, … */
  readonly majorVersion: number;
}

interface SessionRow {
  readonly version: string;
  readonly versionNumber: number;
  readonly role: string;
  readonly database: string;
  readonly isSuperuser: boolean;
  readonly mayCreateRoles: boolean;
}

const SELECT_SESSION = `
  select current_setting('server_version') as version, current_setting('server_version_num')::integer as "versionNumber",
    current_user as role, current_database() as database, rolsuper as "isSuperuser",
    rolsuper or rolcreaterole as "mayCreateRoles"
  from pg_catalog.pg_roles
  where rolname = current_user`;

/** Opens a session, runs `work` and closes the session. Throws when the server is too old. */
export async function openAdministrator<Result>(
  connectionString: string,
  work: (administrator: Administrator) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: toNodeUrl(connectionString),
    connectionTimeoutMillis: 10_000,
    application_name: 'prospect-migrate',
    keepAlive: true,
  });
  // A connection that breaks emits an event too. Without a listener it would end the process; the
  // next statement reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<SessionRow>(SELECT_SESSION);
    const [session] = rows;
    if (session === undefined) throw new Error('the role of this session was dropped');
    const { version, versionNumber, ...rest } = session;
    const majorVersion = Math.floor(versionNumber / 10_000);
    if (majorVersion < OLDEST_MAJOR) throw new UnsupportedServerError(version);
    return await work({ client, majorVersion, ...rest });
  } finally {
    await client.end();
  }
}

/**
 * Does the same while no other run changes the database. The lock belongs to the session that does
 * the work, so it cannot outlive it, nor the other way round.
 */
export function administer<Result>(
  connectionString: string,
  work: (administrator: Administrator) => Promise<Result>,
  { lockWaitMs = 60_000, onWait }: AdministratorOptions = {},
): Promise<Result> {
  return openAdministrator(connectionString, async (administrator) => {
    const { client } = administrator;
    const free = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK_KEY]);
    if (free.rows[0]?.got !== true) {
      onWait?.();
      await client.query(`set lock_timeout = ${lockWaitMs}`);
      await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
      await client.query('reset lock_timeout');
    }
    return work(administrator);
  });
}

/** Quotes an identifier: a constant of this repository, or a name that the server gave. */
export function identifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/**
 * Lets the session act as `role`. A superuser may anyway. Others need the membership, which
 * creating a role does not bring from PostgreSQL 16 on: the creator may only grant it.
 */
export async function becomeMember(administrator: Administrator, role: string): Promise<void> {
  const { client, isSuperuser, majorVersion } = administrator;
  if (isSuperuser || role === administrator.role) return;
  const right = majorVersion >= 16 ? 'SET' : 'MEMBER';
  const { rows } = await client.query<{ may: boolean }>('select pg_has_role(current_user, $1, $2) as may', [
    role,
    right,
  ]);
  if (rows[0]?.may === true) return;
  const options = majorVersion >= 16 ? ' with inherit false, set true' : '';
  await client.query(`grant ${identifier(role)} to ${identifier(administrator.role)}${options}`);
}
