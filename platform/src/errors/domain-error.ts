import { ERROR_KINDS, type ErrorCode, type ErrorKind } from './codes.js';

/**
 * Members of a problem beside its code. Amounts are millicredits; the renderer converts them to
 * credits.
 */
export interface PublicMembers {
  /** validation_failed: messages by field name. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly creditsRequiredMillicredits?: number;
  /** null: the account has no credit subscription. */
  readonly creditsRemainingMillicredits?: number | null;
  readonly maxCredits?: number;
  readonly maxItems?: number;
  readonly retryAfterSeconds?: number;
  /** method_not_allowed: the value of the Allow header. */
  readonly allow?: string;
}

export interface DomainErrorOptions {
  /**
   * For the caller: what was wrong and where. Never an internal fact, a secret or personal data.
   */
  readonly detail?: string;
  readonly members?: PublicMembers;
  /** For the log only. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * An expected failure. Branch on `code`. `detail` is public; `internal` and `cause` never leave the
 * process.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly members: PublicMembers;
  readonly internal: string | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    const detail = options.detail ?? ERROR_KINDS[code].title;
    super(options.internal ?? detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.detail = detail;
    this.members = options.members ?? {};
    this.internal = options.internal;
  }

  get kind(): ErrorKind {
    return ERROR_KINDS[this.code];
  }
}

/**
 * Returns anything thrown as a DomainError. An error that is not one becomes an internal_error that
 * shows nothing of it, with the original as cause.
 */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('internal_error', {
    detail: 'Something went wrong on our side.',
    internal: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}

/**
 * Returns the error for a dependency that did not answer. Only the caller knows what that leaves
 * done or undone, and must say so.
 */
export function serviceUnavailable(internal: string, cause?: unknown): DomainError {
  return new DomainError('service_unavailable', {
    detail: 'A part of the service cannot answer right now; retry shortly.',
    internal,
    cause,
  });
}

/** Returns the error for a request with invalid fields. */
export function validationFailed(
  errors: Record<string, string[]>,
  detail = 'The request is invalid; see errors.',
): DomainError {
  return new DomainError('validation_failed', { detail, members: { errors } });
}
