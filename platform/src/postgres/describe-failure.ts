import { isPostgresError, type PostgresError } from './errors.js';

/** What a connection URL says about its target, without a secret. */
export interface Target {
  /** `host:port`, or the folder of a socket. */
  readonly server: string;
  readonly role: string;
  readonly database: string;
}

/**
 * Returns one sentence that says why a database does not answer, for operators. It holds no secret.
 * By SQLSTATE and error codes: a server's messages are in its own language.
 */
export function describeFailure(error: unknown, connectionString: string): string {
  const target = targetOf(connectionString);
  const failure = firstOf(error);
  if (!(failure instanceof Error)) return `${target.server}: unknown error`;
  if (isPostgresError(failure)) return describeRefusal(failure, target);
  if ('path' in failure && 'syscall' in failure && failure.syscall === 'open')
    return `no TLS connection to ${target.server}: ${String(failure.path)} cannot be read`;
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name in ${target.server} cannot be resolved (${code})`;
  if (/^E[A-Z]+$/.test(code)) return `${target.server} cannot be reached (${code})`;
  if (code !== '') return `no TLS connection to ${target.server}: ${failure.message} (${code})`;
  return `${target.server} does not answer: ${failure.message}`;
}

/** A host with several addresses fails with an error for each. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
}

function describeRefusal({ code, message }: PostgresError, { server, role, database }: Target): string {
  switch (code) {
    case '28P01':
      return `password authentication failed for role ${role} on ${server}`;
    case '28000':
      return `${server} refuses role ${role}: ${message}`;
    case '3D000':
      return `database ${database} does not exist on ${server}`;
    case '42501':
      return `role ${role} lacks a right on ${server}: ${message}`;
    case '53100':
      return `the disk of ${server} is full`;
    case '53300':
      return `${server} has no free connection for role ${role}: ${message}`;
    case '57P03':
      return `${server} is starting, stopping or recovering: ${message}`;
    default:
      return `${server}: ${message} (SQLSTATE ${code})`;
  }
}

/** Reads the target from a connection URL. */
export function targetOf(connectionString: string): Target {
  const url = new URL(connectionString);
  const host = url.hostname === '' ? (url.searchParams.get('host') ?? 'localhost') : url.hostname;
  const role = decodeURIComponent(url.username) || (url.searchParams.get('user') ?? 'of the operating system user');
  return {
    server: `${decodeURIComponent(host)}:${url.port === '' ? '5432' : url.port}`,
    role,
    database: decodeURIComponent(url.pathname.slice(1)) || role,
  };
}
