import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { administer, identifier, type Administrator, type AdministratorOptions } from './administrator.js';
import { isPostgresError } from './errors.js';
import type { SchemaModule } from './schema.js';

const INSUFFICIENT_PRIVILEGE = '42501';
/** duplicate_object, unique_violation: another database of the server created the role just now. */
const EXISTS_ALREADY = new Set(['42710', '23505']);
const ATTEMPTS = 5;

export interface RoleOptions extends AdministratorOptions {
  /** By role. A role without one keeps its own. The empty string removes the password. */
  readonly passwords?: Readonly<Record<string, string>>;
  /** Called with the roles whose password this connection may not set. */
  readonly onPasswordsKept?: (roles: readonly string[]) => void;
}

/** Roles are missing, or lack a setting, and the connection may not change that. */
export class MissingRolesError extends Error {
  constructor(problems: readonly string[], administrator: string) {
    super(`${problems.join(', ')}, and the role ${administrator} may not change roles`);
    this.name = 'MissingRolesError';
  }
}

/**
 * Creates the roles of schema modules and sets the given passwords. A connection that may not
 * create roles finds the roles that an operator made; throws MissingRolesError when one is missing.
 */
export async function ensureRoles(
  connectionString: string,
  modules: SchemaModule | readonly SchemaModule[],
  options: RoleOptions = {},
): Promise<void> {
  const all = 'schema' in modules ? [modules] : modules;
  await administer(
    connectionString,
    async (administrator) => {
      await createRoles(administrator, all);
      await letConnect(administrator, rolesOf(all));
      await setPasswords(administrator, rolesOf(all), options);
    },
    options,
  );
}

/** The owners and the runtime roles of schema modules, each once. */
export function rolesOf(modules: readonly SchemaModule[]): readonly string[] {
  return [...new Set(modules.flatMap(({ ownerRole, runtimeRoles }) => [ownerRole, ...runtimeRoles]))];
}

const READ_ONLY = 'default_transaction_read_only=on';

async function createRoles(administrator: Administrator, modules: readonly SchemaModule[]): Promise<void> {
  const { client, mayCreateRoles } = administrator;
  const { rows } = await client.query<{ name: string; settings: string[] | null }>(
    'select rolname as name, rolconfig as settings from pg_catalog.pg_roles where rolname = any ($1)',
    [rolesOf(modules)],
  );
  const settings = new Map(rows.map((row) => [row.name, row.settings ?? []]));
  const missing = rolesOf(modules).filter((role) => !settings.has(role));
  const writable = [...new Set(modules.flatMap(({ readOnlyRoles = [] }) => readOnlyRoles))].filter(
    (role) => settings.get(role)?.includes(READ_ONLY) !== true,
  );
  if (!mayCreateRoles && missing.length + writable.length > 0) {
    const problems = [
      ...missing.map((role) => `role ${role} does not exist`),
      ...writable.filter((role) => settings.has(role)).map((role) => `role ${role} is not read only`),
    ];
    throw new MissingRolesError(problems, administrator.role);
  }
  for (const role of missing) await createRole(client, role);
  for (const role of writable) {
    await change(client, `alter role ${identifier(role)} set default_transaction_read_only = on`);
  }
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(`create role ${identifier(role)} login noinherit`);
  } catch (error) {
    if (!isPostgresError(error) || !EXISTS_ALREADY.has(error.code)) throw error;
  }
}

/** Everybody may connect to a database, unless its operator has revoked that. */
async function letConnect({ client, database }: Administrator, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select role from unnest($1::text[]) as role where not has_database_privilege(role, current_database(), 'connect')`,
    [roles],
  );
  for (const { role } of rows) {
    await change(client, `grant connect on database ${identifier(database)} to ${identifier(role)}`);
  }
}

async function setPasswords(
  administrator: Administrator,
  roles: readonly string[],
  { passwords = {}, onPasswordsKept }: RoleOptions,
): Promise<void> {
  const kept: string[] = [];
  for (const role of roles) {
    const password = passwords[role];
    if (password === undefined) continue;
    const secret = password === '' ? 'null' : pg.escapeLiteral(scramVerifier(password));
    try {
      await change(administrator.client, `alter role ${identifier(role)} login password ${secret}`);
    } catch (error) {
      if (!isPostgresError(error) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      kept.push(role);
    }
  }
  if (kept.length > 0) onPasswordsKept?.(kept);
}

/** Roles belong to the server: a run in another of its databases may change the same row. */
async function change(client: pg.Client, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      const isRace = isPostgresError(error) && error.message === 'tuple concurrently updated';
      if (!isRace || attempt === ATTEMPTS) throw error;
    }
  }
}

const SCRAM_ITERATIONS = 4_096;

/**
 * Returns what PostgreSQL stores of a password (RFC 5803). The server gets this instead of the
 * password, so no log of its statements shows the password.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
