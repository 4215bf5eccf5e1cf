import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readVariable, type Environment } from '@prospecting/platform/config/variables';
import { CommandError, UsageError } from './errors.js';

export type { Environment } from '@prospecting/platform/config/variables';

/** The environment of this process. */
export const environment: Environment = process.env;

/** The address of the admin API, and its token. */
export interface AdminAccess {
  readonly url: string;
  readonly token: string;
}

/** The access of an import, which writes directly to the database. */
export interface DirectoryAccess {
  readonly databaseUrl: string;
  /** The installation's secret that derives ids and hashes the numbers of Swedish sole traders. */
  readonly identityKey: string;
}

const DEFAULT_DATA_DIR = '.data';

/** Finds the admin API: from the variables, else from the installation that `npm start` runs. */
export async function findAdmin(env: Environment): Promise<AdminAccess> {
  const [url, token] = [variable(env, 'PROSPECT_ADMIN_URL'), variable(env, 'PROSPECT_ADMIN_TOKEN')];
  if (url !== undefined && token !== undefined)
    return { url: assertUrl('PROSPECT_ADMIN_URL', url, /^https?:$/, 'http://127.0.0.1:8081'), token: firstOf(token) };
  if (url !== undefined || token !== undefined) {
    throw new UsageError('set both PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN, or neither');
  }
  const file = await readAdminFile(env);
  return { url: member(file, 'url'), token: member(file, 'token') };
}

/**
 * Finds the directory's database and identity key: from the variables, else from the installation
 * that `npm start` runs.
 */
export async function findDirectory(env: Environment): Promise<DirectoryAccess> {
  const url = variable(env, 'PROSPECT_DATABASE_URL');
  const databaseUrl =
    url === undefined
      ? member(await readAdminFile(env), 'databaseUrl')
      : assertUrl('PROSPECT_DATABASE_URL', url, /^postgres(ql)?:$/, 'postgres://user@host/database');
  return { databaseUrl, identityKey: variable(env, 'PROSPECT_IDENTITY_KEY') ?? (await readIdentityKey(env)) };
}

/**
 * Returns the first token of a list. While a token is being replaced, the Secret that both the
 * service and the command read holds a comma-separated list.
 */
function firstOf(tokens: string): string {
  return tokens.split(',', 1)[0]?.trim() ?? '';
}

function variable(env: Environment, name: string): string | undefined {
  const { value, problem } = readVariable(name, env);
  if (problem !== undefined) throw new UsageError(problem);
  return value;
}

function assertUrl(name: string, value: string, scheme: RegExp, example: string): string {
  if (URL.canParse(value) && scheme.test(new URL(value).protocol)) return value;
  throw new UsageError(`${name} is not a URL with the right scheme, such as ${example}`);
}

/** Returns the data directory of npm start. */
export function dataDirOf(env: Environment): string {
  return path.resolve(variable(env, 'PROSPECT_DATA_DIR') ?? DEFAULT_DATA_DIR);
}

type AdminFile = Readonly<Record<string, unknown>> & { readonly file: string };

async function readAdminFile(env: Environment): Promise<AdminFile> {
  const file = path.join(dataDirOf(env), 'admin.json');
  const hint =
    'start the service with npm start, set PROSPECT_DATA_DIR to its data directory, or set PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN';
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`found no running service (cannot read ${file}): ${hint}`, { cause: error });
  });
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>), file };
  } catch (error) {
    throw new CommandError(`${file} is damaged: it is not JSON; restart the service`, { cause: error });
  }
}

function member(admin: AdminFile, name: string): string {
  const value = admin[name];
  if (typeof value === 'string') return value;
  throw new CommandError(`${admin.file} has no ${name}; restart the service`);
}

async function readIdentityKey(env: Environment): Promise<string> {
  try {
    return member(await readAdminFile(env), 'identityKey');
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`PROSPECT_IDENTITY_KEY is not set, and ${error.message}`, { cause: error });
  }
}
