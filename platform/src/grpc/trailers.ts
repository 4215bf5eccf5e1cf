import { Metadata, status as grpcStatus, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { DomainError, isErrorCode, serviceUnavailable, toDomainError, type PublicMembers } from '../errors/index.js';
import type { Failure } from './frames.js';

const CODE_TRAILER = 'prospect-error-code';
const BODY_TRAILER = 'prospect-error-bin';

/**
 * Statuses that mean a wrong build or configuration. A retry does not help, so they do not become
 * service_unavailable.
 */
const MISTAKES: ReadonlySet<grpcStatus> = new Set([
  grpcStatus.UNIMPLEMENTED,
  grpcStatus.INTERNAL,
  grpcStatus.PERMISSION_DENIED,
  grpcStatus.UNAUTHENTICATED,
]);

/**
 * Returns the error as a gRPC status, with its code and public text in trailers. Internal text and
 * cause stay here.
 */
export function toStatus(error: unknown): Partial<StatusObject> {
  const domainError = toDomainError(error);
  const metadata = new Metadata();
  metadata.set(CODE_TRAILER, domainError.code);
  metadata.set(BODY_TRAILER, Buffer.from(JSON.stringify({ detail: domainError.detail, members: domainError.members })));
  return { code: domainError.kind.grpcStatus, details: domainError.code, metadata };
}

/**
 * Rebuilds the error that the server threw. Any other failure means that the dependency could not
 * answer.
 */
export function fromStatus(error: ServiceError, target: string): DomainError {
  const code = error.metadata?.get(CODE_TRAILER)[0];
  if (isErrorCode(code)) {
    const body = parseBody(error.metadata.get(BODY_TRAILER)[0]);
    return new DomainError(code, { ...body, internal: `from ${target}`, cause: error });
  }
  const internal = `${target}: ${grpcStatus[error.code]} ${error.details}`;
  if (MISTAKES.has(error.code)) return toDomainError(new Error(internal, { cause: error }));
  return serviceUnavailable(internal, error);
}

/** Returns a status as a frame of a call stream carries it. */
export function toFailure({ code = grpcStatus.UNKNOWN, details = '', metadata }: Partial<StatusObject>): Failure {
  const errorCode = metadata?.get(CODE_TRAILER)[0];
  const errorBody = metadata?.get(BODY_TRAILER)[0];
  return {
    code,
    details,
    errorCode: typeof errorCode === 'string' ? errorCode : '',
    errorBody: Buffer.isBuffer(errorBody) ? errorBody : Buffer.alloc(0),
  };
}

/**
 * Returns the status of a frame as the error that a unary call would have ended with. Does not
 * throw: a frame may contain text that no trailer may, and its neighbours wait behind it.
 */
export function fromFailure({ code, details, errorCode, errorBody }: Failure): ServiceError {
  const metadata = new Metadata();
  if (isErrorCode(errorCode)) metadata.set(CODE_TRAILER, errorCode);
  if (errorBody.length > 0) metadata.set(BODY_TRAILER, errorBody);
  return statusError({ code, details, metadata });
}

export function statusError({ code, details, metadata }: StatusObject): ServiceError {
  return Object.assign(new Error(`${code} ${grpcStatus[code]}: ${details}`), { code, details, metadata });
}

function parseBody(value: string | Buffer | undefined): { detail?: string; members?: PublicMembers } {
  if (!Buffer.isBuffer(value)) return {};
  try {
    return JSON.parse(value.toString()) as { detail?: string; members?: PublicMembers };
  } catch {
    // A proxy between the services damaged the trailer. The code still says what happened.
    return {};
  }
}
