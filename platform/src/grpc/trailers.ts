import { Metadata, status as grpcStatus, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { DomainError, isErrorCode, serviceUnavailable, toDomainError, type PublicMembers } from '../errors/index.js';

const CODE_TRAILER = 'prospect-error-code';
const BODY_TRAILER = 'prospect-error-bin';

/** The error as a gRPC status: its code and public text in trailers; internal text and cause stay here. */
export function toStatus(error: unknown): Partial<StatusObject> {
  const domainError = toDomainError(error);
  const metadata = new Metadata();
  metadata.set(CODE_TRAILER, domainError.code);
  metadata.set(BODY_TRAILER, Buffer.from(JSON.stringify({ detail: domainError.detail, members: domainError.members })));
  return { code: domainError.kind.grpcStatus, details: domainError.code, metadata };
}

/** Rebuilds the error that the server threw; what is no DomainError of ours is a dependency that cannot answer. */
export function fromStatus(error: ServiceError, target: string): DomainError {
  const code = error.metadata?.get(CODE_TRAILER)[0];
  if (isErrorCode(code)) {
    const body = parseBody(error.metadata.get(BODY_TRAILER)[0]);
    return new DomainError(code, { ...body, internal: `from ${target}`, cause: error });
  }
  if (error.code === grpcStatus.UNIMPLEMENTED || error.code === grpcStatus.INTERNAL) return toDomainError(error);
  return serviceUnavailable(`${target}: ${grpcStatus[error.code]} ${error.details}`, error);
}

function parseBody(value: string | Buffer | undefined): { detail?: string; members?: PublicMembers } {
  if (!Buffer.isBuffer(value)) return {};
  try {
    return JSON.parse(value.toString()) as { detail?: string; members?: PublicMembers };
  } catch {
    // Whatever stands between the services garbled it; the code alone still says what happened.
    return {};
  }
}
