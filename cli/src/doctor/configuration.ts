import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { readVariable } from '@prospecting/platform/config/variables';
import { dataDirOf, findAdmin, findDirectory, type AdminAccess, type Environment } from '../config.js';
import { CommandError } from '../errors.js';
import { failure, ok, warning, type Finding } from './finding.js';

const VARIABLES = ['PROSPECT_ADMIN_URL', 'PROSPECT_ADMIN_TOKEN', 'PROSPECT_DATABASE_URL', 'PROSPECT_IDENTITY_KEY'];
const START =
  'Start the service with npm start, set PROSPECT_DATA_DIR, or set PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN.';
const IMPORT = 'configuration of import';
const IMPORT_VARIABLES = ['PROSPECT_DATABASE_URL', 'PROSPECT_IDENTITY_KEY'];
const SET_BOTH = `Set ${IMPORT_VARIABLES.join(' and ')}, or neither.`;

export interface Configuration {
  readonly findings: readonly Finding[];
  /** Undefined when it was not found. */
  readonly admin: AdminAccess | undefined;
  readonly databaseUrl: string | undefined;
}

/** Finds what the other commands would find, and says where. */
export async function readConfiguration(env: Environment): Promise<Configuration> {
  const findings: Finding[] = VARIABLES.flatMap((name) => sourceOf(name, env));
  const admin = await orFinding(findings, 'configuration', START, () => findAdmin(env));
  if (admin !== undefined) findings.push(ok('configuration', `the admin API is at ${new URL(admin.url).origin}`));
  const directory = await findDirectory(env).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    const isWanted = IMPORT_VARIABLES.some((name) => readVariable(name, env).value !== undefined);
    const found = firstLine(error);
    findings.push(
      isWanted ? warning(IMPORT, found, SET_BOTH) : ok(IMPORT, 'not configured here, which only import needs'),
    );
  });
  const file = path.join(dataDirOf(env), 'admin.json');
  findings.push(...(await checkAdminFile(file)), ...(await checkDisk(path.dirname(file))));
  return { findings, admin, databaseUrl: directory?.databaseUrl };
}

function sourceOf(name: string, env: Environment): Finding[] {
  const { value, file, problem } = readVariable(name, env);
  if (problem !== undefined) return [failure('configuration', problem, `Correct ${name}, or unset it.`)];
  if (value === undefined) return [];
  return [ok('configuration', file === undefined ? `${name} is set` : `${name} is read from ${file}`)];
}

async function orFinding<Result>(
  findings: Finding[],
  check: string,
  advice: string,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    findings.push(failure(check, firstLine(error), advice));
    return undefined;
  }
}

/** The file of npm start has the token and passwords. A missing file is no finding of its own. */
async function checkAdminFile(file: string): Promise<Finding[]> {
  const check = 'admin.json';
  const status = await stat(file).catch(() => undefined);
  if (status === undefined) return [];
  const mode = (status.mode & 0o777).toString(8).padStart(4, '0');
  if ((status.mode & 0o077) === 0) return [ok(check, `${file} is for its owner only (${mode})`)];
  const found = `${file} has a token and passwords, and others may read it (${mode})`;
  return [failure(check, found, `Run chmod 600 ${file}, then restart the service for another token.`)];
}

const LEAST_FREE_BYTES = 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;

/** The disk of the data directory, where npm start keeps its database. */
async function checkDisk(dataDir: string): Promise<Finding[]> {
  const check = 'disk';
  const disk = await statfs(dataDir).catch(() => undefined);
  if (disk === undefined) return [];
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const share = `${(free / 1024 ** 3).toFixed(1)} GiB of ${(total / 1024 ** 3).toFixed(1)} GiB are free for ${dataDir}`;
  if (free >= LEAST_FREE_BYTES && free >= total * LEAST_FREE_SHARE) return [ok(check, share)];
  return [warning(check, share, 'Make room before the database stops for a full disk.')];
}

function firstLine(error: CommandError): string {
  return error.message.split('\n', 1)[0] ?? '';
}
