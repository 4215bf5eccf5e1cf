import { DomainError, serviceUnavailable } from '../errors/index.js';

/** The members of a node-postgres error that code branches on. */
export interface PostgresError extends Error {
  /** SQLSTATE. */
  readonly code: string;
  readonly constraint?: string;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

export function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code);
}

/** Returns true when the error is a violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return isPostgresError(error) && error.code.startsWith('23') && error.constraint === constraint;
}

/**
 * SQLSTATE classes and codes that mean "not now": connection trouble (08), a refused log-in (28),
 * such as while a password is being replaced, resources such as disk space (53), operator intervention such as a cancelled statement (57), system errors (58), read
 * only (25006), lock not available, deadlock and serialization failures.
 */
const UNAVAILABLE = /^(08|28|53|57|58)|^(25006|55P03|40P01|40001)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Messages of errors that node-postgres and its pool throw without a code. */
const DRIVER_TROUBLE = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
];

/**
 * Turns a database failure to answer into service_unavailable. Returns every other error unchanged.
 */
export function fromPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const unavailable =
    (isPostgresError(error) && UNAVAILABLE.test(code)) ||
    NETWORK_CODES.has(code) ||
    DRIVER_TROUBLE.some((text) => error.message.startsWith(text));
  return unavailable ? serviceUnavailable(`database: ${code} ${error.message}`, error) : error;
}
