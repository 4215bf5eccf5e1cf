import {
  describeFailure,
  isPostgresError,
  MigrationError,
  MissingRolesError,
  targetOf,
  type Target,
} from '@prospecting/platform/postgres';

/** A database cannot be used. The message says which one, what is wrong and what to do. */
export class DatabaseProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseProblem';
  }
}

const ASK_ADMINISTRATOR = 'Run the statements of `prospect database roles` as an administrator, or connect as one.';

/** What an operator does about an SQLSTATE. */
const ADVICE: Readonly<Record<string, (target: Target) => string>> = {
  '3D000': ({ database, role }) => `Create it: create database "${database}" owner "${role}".`,
  '42501': () => ASK_ADMINISTRATOR,
  '53100': () => 'Make room, then run this again.',
  '25006': () => 'This must be the primary, not a replica.',
  '55P03': () => 'Another session holds the lock: run this again when it has ended.',
};

/** Turns an error of a connection or a statement into sentences for an operator. They hold no secret. */
export function describeProblem(error: unknown, url: string): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error;
  const target = targetOf(url);
  const cause = error instanceof MigrationError ? error.cause : error;
  const parts = error instanceof MigrationError ? [sentence(error.message)] : [];
  if (cause instanceof MissingRolesError) parts.push(sentence(cause.message), ASK_ADMINISTRATOR);
  else if (isPostgresError(cause)) {
    const advice = ADVICE[cause.code];
    // The migration's sentence has the server's words already.
    if (advice === undefined && parts.length > 0) parts.push(`It was rolled back (SQLSTATE ${cause.code}).`);
    else parts.push(`PostgreSQL: ${describeFailure(cause, url)}.`, ...(advice === undefined ? [] : [advice(target)]));
  } else if (isOfConnection(cause)) parts.push(`PostgreSQL: ${describeFailure(cause, url)}.`);
  else parts.push(`PostgreSQL at ${target.server}, database ${target.database}: ${reasonOf(cause)}.`);
  return new DatabaseProblem(parts.join(' '), error);
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

/** Errors of a socket, of a name and of TLS have codes; the driver's own have none. */
function isOfConnection(error: unknown): boolean {
  return error instanceof Error && ('code' in error || isUnreachable(error));
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNREACHABLE.has(code) || /^(timeout expired|Connection terminated|connection timeout)/i.test(error.message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
