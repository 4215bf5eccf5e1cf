import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
  /** Names of fields that hold personal data. They are redacted like secrets. */
  readonly personalDataFields?: readonly string[];
}

/**
 * Creates a logger that writes JSON lines to standard output. Redacts, by name, secrets that get
 * into a logged object by mistake.
 */
export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths(options.personalDataFields ?? []), censor: '[redacted]' },
      serializers: { err: serializeError, error: serializeError },
    },
    options.destination ?? pino.destination({ sync: false }),
  );
}

const SECRETS = ['authorization', 'key', 'token', 'password', 'body', 'connectionString'];
const PERSONAL_DATA = ['email', 'emails', 'phone', 'name', 'organizationNumber', 'orgNumber'];

/**
 * Returns the redacted paths: at the top of a logged object and one level down. Log lines are flat,
 * and each further level would slow every line.
 */
function redactedPaths(personalDataFields: readonly string[]): string[] {
  const fields = new Set([...SECRETS, ...PERSONAL_DATA, ...personalDataFields]);
  return [...fields].flatMap((field) => [field, `*.${field}`]);
}

interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly stack?: string;
  readonly cause?: SerializedError;
}

const MAX_CAUSES = 4;

/**
 * Returns what a log may show of an error. Omits every other member: `detail`, `where` and
 * `parameters` of a PostgreSQL error quote the row, which is personal data.
 */
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const cause = error.cause === undefined || depth >= MAX_CAUSES ? undefined : serializeError(error.cause, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(cause !== undefined && { cause }),
  };
}
