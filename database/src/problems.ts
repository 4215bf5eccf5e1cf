import { isPostgresError, MigrationError, MissingRolesError } from '@prospecting/platform/postgres';

/** A database cannot be used. The message says which one, what is wrong and what to do. */
export class DatabaseProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseProblem';
  }
}

/** The server, database and role of a URL: never its password. */
export interface Place {
  readonly server: string;
  readonly database: string;
  readonly role: string;
}

export function placeOf(url: string): Place {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const role = decodeURIComponent(username) || (searchParams.get('user') ?? '(no user)');
  // A socket is given as the parameter `host`; the URL has no host then.
  const host = hostname || (searchParams.get('host') ?? 'localhost');
  return { server: `${host}:${port || '5432'}`, database: decodeURIComponent(pathname.slice(1)) || role, role };
}

const ASK_ADMINISTRATOR = 'Run the statements of `prospect database roles` as an administrator, or connect as one.';

/** What an operator does about an SQLSTATE, in words. */
const BY_STATE: Readonly<Record<string, (place: Place, message: string) => string>> = {
  '28P01': ({ server, role }) => `PostgreSQL at ${server} does not accept the password of the role ${role}.`,
  '28000': ({ server, role }, message) => `PostgreSQL at ${server} refuses the role ${role}: ${message}.`,
  '3D000': ({ server, database, role }) =>
    `PostgreSQL at ${server} has no database ${database}. Create it: create database "${database}" owner "${role}".`,
  '42501': ({ server, role }, message) =>
    `The role ${role} lacks a right on PostgreSQL at ${server}: ${message}. ${ASK_ADMINISTRATOR}`,
  '53100': ({ server }, message) =>
    `The disk of PostgreSQL at ${server} is full: ${message}. Make room, then run this again.`,
  '53300': ({ server }, message) => `PostgreSQL at ${server} has no free connection: ${message}.`,
  '57P03': ({ server }, message) => `PostgreSQL at ${server} does not serve yet: ${message}.`,
  '25006': ({ server, database }) =>
    `The database ${database} of PostgreSQL at ${server} is read only: this must be the primary, not a replica.`,
  '55P03': ({ server }, message) =>
    `Another session holds a lock on PostgreSQL at ${server}: ${message}. Run this again when it has ended.`,
};

/** Turns an error of a connection or a statement into one sentence for an operator. */
export function describeProblem(error: unknown, url: string): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error;
  const place = placeOf(url);
  const cause = error instanceof MigrationError ? error.cause : error;
  const prefix = error instanceof MigrationError ? `${sentence(error.message)} ` : '';
  if (isPostgresError(cause)) {
    const describe = BY_STATE[cause.code];
    if (describe !== undefined) return new DatabaseProblem(`${prefix}${describe(place, cause.message)}`, error);
    if (prefix !== '') return new DatabaseProblem(`${prefix}It was rolled back (SQLSTATE ${cause.code}).`, error);
  }
  if (cause instanceof MissingRolesError)
    return new DatabaseProblem(`${sentence(cause.message)} ${ASK_ADMINISTRATOR}`, error);
  return new DatabaseProblem(
    isUnreachable(cause)
      ? `${prefix}PostgreSQL at ${place.server} cannot be reached: ${reasonOf(cause)}.`
      : `${prefix}PostgreSQL at ${place.server}, database ${place.database}: ${reasonOf(cause)}.`,
    error,
  );
}

/** SQLSTATEs of a database that is not there yet, or not set up yet, and may be in a moment. */
const NOT_YET = /^(08|28|3D000|53300|57P)/;

/** Returns true when waiting may help. */
export function mayPass(error: unknown): boolean {
  return isPostgresError(error) ? NOT_YET.test(error.code) : isUnreachable(error);
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EPIPE',
  'ENOENT',
]);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNREACHABLE.has(code) || /^(timeout expired|Connection terminated|connection timeout)/i.test(error.message);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
