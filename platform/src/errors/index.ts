export { ERROR_KINDS, isErrorCode, type ErrorCode, type ErrorKind } from './codes.js';
export {
  DomainError,
  serviceUnavailable,
  toDomainError,
  validationFailed,
  type DomainErrorOptions,
  type PublicMembers,
} from './domain-error.js';
