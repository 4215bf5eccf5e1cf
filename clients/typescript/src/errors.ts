import type { Problem, ProblemCode } from './generated/api.js';

/** The base of every error that this package throws. */
export class ProspectingError extends Error {
  override readonly name: string = 'ProspectingError';
  /**
   * The Idempotency-Key of the call that failed, when it had one. Repeat the call with it to learn
   * the outcome of a spend that is not known: it is charged once.
   */
  idempotencyKey?: string;
}

/** The client cannot work as it is configured or called. Nothing was sent. */
export class ConfigurationError extends ProspectingError {
  override readonly name = 'ConfigurationError';
}

/** The service could not be reached, or its answer was lost on the way. */
export class ConnectionError extends ProspectingError {
  override readonly name = 'ConnectionError';
}

/** The call did not end within its `timeoutMs`. `cause` is the failure of its last try. */
export class TimeoutError extends ProspectingError {
  override readonly name = 'TimeoutError';
}

/** The caller's `signal` ended the call. `cause` is the reason of the signal. */
export class AbortedError extends ProspectingError {
  override readonly name = 'AbortedError';
}

/** An organization whose contacts were to be listed was not found, or its item is invalid. */
export class NotMatchedError extends ProspectingError {
  override readonly name = 'NotMatchedError';
  constructor(
    /** `not_found` or `invalid`. */
    readonly status: string,
    /** The `reason` of `not_found`, or the `error` of `invalid`. */
    readonly reason: string | undefined,
  ) {
    super(`The organization is ${status.replace('_', ' ')}${reason === undefined ? '' : `: ${reason}`}.`);
  }
}

/** The next chunk would cost more than is left of the budget. Nothing of that chunk was spent. */
export class BudgetExceededError extends ProspectingError {
  override readonly name = 'BudgetExceededError';
  constructor(
    /** The budget of all chunks. */
    readonly maxCredits: number,
    /** What the chunks before this one were charged. */
    readonly creditsCharged: number,
    /** What this chunk would cost. */
    readonly creditsRequired: number | undefined,
    /** The index of the first item of this chunk. */
    readonly from: number,
    options?: ErrorOptions,
  ) {
    const price = creditsRequired === undefined ? 'more' : String(creditsRequired);
    const spent = `${creditsCharged} of ${maxCredits} credits are spent`;
    super(`The chunk that starts at item ${from} costs ${price}; ${spent}. Nothing of it was charged.`, options);
  }
}

/** What an answer with an error says. */
export interface Failure {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number | undefined;
  /** The body, when it is a problem of this API. */
  readonly problem?: Problem | undefined;
}

/** The service answered with an error. A code has a class of its own; an unknown one is this class. */
export class ApiError extends ProspectingError {
  override readonly name: string;
  /** The HTTP status. */
  readonly status: number;
  /** Stable name of the problem; `unexpected_response` when the answer does not come from the API. */
  readonly code: ProblemCode;
  /** Whether the same request may succeed later. The client has then already retried it. */
  readonly retryable: boolean;
  /** Text for people; may change. */
  readonly detail: string;
  /** How long the service asks to wait before the next try. */
  readonly retryAfterSeconds?: number | undefined;
  /** The body, when it is a problem of this API. */
  readonly problem?: Problem | undefined;

  constructor({ status, code, detail, retryable, retryAfterSeconds, problem }: Failure) {
    const trace = problem?.traceId;
    super(`${detail} (${status} ${code}${trace === undefined ? '' : `, trace ${trace}`})`);
    this.name = Object.hasOwn(CLASSES, code) ? nameOf(code) : 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }

  /** Quote it to support. */
  get traceId(): string | undefined {
    return this.problem?.traceId;
  }
}

/** 401: the key is missing, malformed or unknown. */
export class InvalidApiKeyError extends ApiError {}
/** 401: the key was revoked. */
export class ApiKeyRevokedError extends ApiError {}
/** 401: the key was rolled and its overlap has ended. */
export class ApiKeyExpiredError extends ApiError {}
/** 402: the account cannot pay. Nothing was spent. */
export class InsufficientCreditsError extends ApiError {
  get creditsRequired(): number | undefined {
    return this.problem?.creditsRequired;
  }
  /** `null` without a credit subscription. */
  get creditsRemaining(): number | null | undefined {
    return this.problem?.creditsRemaining;
  }
}
/** 403: API access is not enabled for the account. */
export class FeatureNotEnabledError extends ApiError {}
/** 404: the path does not exist; see `baseUrl`. */
export class NotFoundError extends ApiError {}
/** 405: the path does not support the method; see `baseUrl`. */
export class MethodNotAllowedError extends ApiError {}
/** 400: a call that can spend has no Idempotency-Key. */
export class IdempotencyKeyRequiredError extends ApiError {}
/** 409: the first request under this Idempotency-Key is still running. */
export class IdempotencyKeyInUseError extends ApiError {}
/** 422: the Idempotency-Key belongs to a different request. */
export class IdempotencyKeyReusedError extends ApiError {}
/** 413: the body is larger than 256 KiB. */
export class PayloadTooLargeError extends ApiError {}
/** 415: the body is not declared as JSON. */
export class UnsupportedMediaTypeError extends ApiError {}
/** 422: the request as a whole is invalid. */
export class ValidationFailedError extends ApiError {
  /** The messages of each field. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.problem?.errors ?? {};
  }
}
/** 422: more than 25 items. `inChunks` takes any number. */
export class TooManyItemsError extends ApiError {
  get maxItems(): number | undefined {
    return this.problem?.maxItems;
  }
}
/** 422: the request costs more than its `maxCredits`. Nothing was spent. */
export class CreditCapExceededError extends ApiError {
  get creditsRequired(): number | undefined {
    return this.problem?.creditsRequired;
  }
  get maxCredits(): number | undefined {
    return this.problem?.maxCredits;
  }
}
/**
 * 429: a rate bucket is exhausted until `retryAfterSeconds` from now. Without a `problem`, the
 * client knew that from the last answer and sent nothing.
 */
export class RateLimitedError extends ApiError {}
/** 500: an unexpected error in the service. */
export class InternalError extends ApiError {}
/** 503: a part of the service is not available. */
export class ServiceUnavailableError extends ApiError {}

const CLASSES: Readonly<Record<string, new (failure: Failure) => ApiError>> = {
  invalid_api_key: InvalidApiKeyError,
  api_key_revoked: ApiKeyRevokedError,
  api_key_expired: ApiKeyExpiredError,
  insufficient_credits: InsufficientCreditsError,
  feature_not_enabled: FeatureNotEnabledError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  idempotency_key_required: IdempotencyKeyRequiredError,
  idempotency_key_in_use: IdempotencyKeyInUseError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  validation_failed: ValidationFailedError,
  too_many_items: TooManyItemsError,
  credit_cap_exceeded: CreditCapExceededError,
  rate_limited: RateLimitedError,
  internal_error: InternalError,
  service_unavailable: ServiceUnavailableError,
};

/** Returns the error of its code's class. */
export function errorOf(failure: Failure): ApiError {
  const { code } = failure;
  return new ((Object.hasOwn(CLASSES, code) ? CLASSES[code] : undefined) ?? ApiError)(failure);
}

/** `invalid_api_key` is `InvalidApiKeyError`, `internal_error` is `InternalError`. */
function nameOf(code: string): string {
  const words = code.replace(/_error$/, '').split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}
