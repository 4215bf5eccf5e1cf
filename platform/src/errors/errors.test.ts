import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { DomainError, ERROR_KINDS, isErrorCode, toDomainError } from './index.js';

describe('error codes', () => {
  for (const [code, kind] of Object.entries(ERROR_KINDS)) {
    it(`${code} has an HTTP status, a gRPC status and a title`, () => {
      expect(kind.httpStatus).to.be.within(400, 599);
      expect(grpcStatus[kind.grpcStatus]).to.be.a('string').and.not.equal('OK');
      expect(kind.title).to.not.equal('');
    });
  }

  it('only requests in flight, rate limits and server failures are retryable', () => {
    const retryable = Object.entries(ERROR_KINDS).filter(([, kind]) => kind.retryable);
    expect(retryable.map(([code]) => code)).to.have.members([
      'idempotency_key_in_use',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ]);
  });

  it('isErrorCode accepts only codes of the list, not properties that every object has', () => {
    expect(isErrorCode('not_found')).to.equal(true);
    expect(isErrorCode('toString')).to.equal(false);
    expect(isErrorCode(404)).to.equal(false);
  });

  it('an unknown error becomes internal_error, and its text is not public', () => {
    const error = toDomainError(new Error('relation "secret" does not exist'));
    expect(error.code).to.equal('internal_error');
    expect(error.detail).to.not.contain('secret');
    expect(error.cause).to.be.instanceOf(Error);
  });

  it('toDomainError returns a DomainError unchanged', () => {
    const error = new DomainError('not_found');
    expect(toDomainError(error)).to.equal(error);
  });
});
