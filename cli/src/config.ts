import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, UsageError } from './errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** This process's own. */
export const environment: Environment = process.env;

/** Where the admin API answers, and what it asks for. */
export interface AdminAccess {
  readonly url: string;
  readonly token: string;
}

/** What an import needs: it writes to the database directly. */
export interface DirectoryAccess {
  readonly databaseUrl: string;
  /** The installation's secret under which ids are derived and Swedish sole traders' numbers are hashed. */
  readonly identityKey: string;
}

const DEFAULT_DATA_DIR = '.data';

/** The admin API: of the variables, else of the installation that `npm start` runs. */
export async function findAdmin(env: Environment): Promise<AdminAccess> {
  const [url, token] = [given(env, 'PROSPECT_ADMIN_URL'), given(env, 'PROSPECT_ADMIN_TOKEN')];
  if (url !== undefined && token !== undefined)
    return { url: checkedUrl('PROSPECT_ADMIN_URL', url, /^https?:$/), token };
  if (url !== undefined || token !== undefined) {
    throw new UsageError('PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN belong together; one of them is not set');
  }
  const file = await readAdminFile(env);
  return { url: member(file, 'url'), token: member(file, 'token') };
}

/** The database of the directory and the key to its ids: of the variables, else of the installation that `npm start` runs. */
export async function findDirectory(env: Environment): Promise<DirectoryAccess> {
  const url = given(env, 'PROSPECT_DATABASE_URL');
  const databaseUrl =
    url === undefined
      ? member(await readAdminFile(env), 'databaseUrl')
      : checkedUrl('PROSPECT_DATABASE_URL', url, /^postgres(ql)?:$/);
  return { databaseUrl, identityKey: given(env, 'PROSPECT_IDENTITY_KEY') ?? (await readIdentityKey(env)) };
}

function given(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

function checkedUrl(name: string, value: string, scheme: RegExp): string {
  if (URL.canParse(value) && scheme.test(new URL(value).protocol)) return value;
  throw new UsageError(`${name} is not a URL of the kind that is needed`);
}

function dataDirOf(env: Environment): string {
  return path.resolve(given(env, 'PROSPECT_DATA_DIR') ?? DEFAULT_DATA_DIR);
}

type AdminFile = Readonly<Record<string, unknown>> & { readonly file: string };

async function readAdminFile(env: Environment): Promise<AdminFile> {
  const file = path.join(dataDirOf(env), 'admin.json');
  const hint =
    'start the service with npm start, name its data directory in PROSPECT_DATA_DIR, or set PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN';
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`no running service found (${file} cannot be read): ${hint}`, { cause: error });
  });
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>), file };
  } catch (error) {
    throw new CommandError(`${file} is damaged; restart the service`, { cause: error });
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
