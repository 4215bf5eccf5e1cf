import { status as grpcStatus } from '@grpc/grpc-js';

/** The meaning of one error code on every transport. */
export interface ErrorKind {
  readonly httpStatus: number;
  readonly grpcStatus: grpcStatus;
  readonly retryable: boolean;
  /** Public. The same for every occurrence. */
  readonly title: string;
}

function kind(httpStatus: number, status: grpcStatus, title: string, retryable = false): ErrorKind {
  return { httpStatus, grpcStatus: status, retryable, title };
}

/**
 * The closed list of error codes. To add one, add it here, then in openapi/contract: its code in
 * schemas/problem.yaml, its example and page in problems.yaml, the responses that have it in
 * responses.yaml. `npm run generate` and the tests of openapi name what is missing.
 */
export const ERROR_KINDS = {
  idempotency_key_required: kind(400, grpcStatus.INVALID_ARGUMENT, 'Idempotency-Key required'),
  invalid_api_key: kind(401, grpcStatus.UNAUTHENTICATED, 'Invalid API key'),
  api_key_revoked: kind(401, grpcStatus.UNAUTHENTICATED, 'API key revoked'),
  api_key_expired: kind(401, grpcStatus.UNAUTHENTICATED, 'API key expired'),
  insufficient_credits: kind(402, grpcStatus.FAILED_PRECONDITION, 'Insufficient credits'),
  feature_not_enabled: kind(403, grpcStatus.PERMISSION_DENIED, 'API access not enabled'),
  not_found: kind(404, grpcStatus.NOT_FOUND, 'Not found'),
  method_not_allowed: kind(405, grpcStatus.UNIMPLEMENTED, 'Method not allowed'),
  idempotency_key_in_use: kind(409, grpcStatus.ABORTED, 'Idempotency-Key in use', true),
  payload_too_large: kind(413, grpcStatus.INVALID_ARGUMENT, 'Payload too large'),
  unsupported_media_type: kind(415, grpcStatus.INVALID_ARGUMENT, 'Unsupported media type'),
  idempotency_key_reused: kind(422, grpcStatus.FAILED_PRECONDITION, 'Idempotency-Key reused'),
  validation_failed: kind(422, grpcStatus.INVALID_ARGUMENT, 'Validation failed'),
  too_many_items: kind(422, grpcStatus.INVALID_ARGUMENT, 'Too many items'),
  credit_cap_exceeded: kind(422, grpcStatus.FAILED_PRECONDITION, 'Credit cap exceeded'),
  rate_limited: kind(429, grpcStatus.RESOURCE_EXHAUSTED, 'Rate limited', true),
  internal_error: kind(500, grpcStatus.INTERNAL, 'Internal error', true),
  service_unavailable: kind(503, grpcStatus.UNAVAILABLE, 'Service unavailable', true),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_KINDS;

/** Returns true when the value is a code of the list. For text from outside. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_KINDS, value);
}
