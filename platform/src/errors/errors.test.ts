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

  it('only conflicts in flight, limits and failures of ours are retryable', () => {
    const retryable = Object.entries(ERROR_KINDS).filter(([, kind]) => kind.retryable);
    expect(retryable.map(([code]) => code)).to.have.members([
      'idempotency_key_in_use',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ]);
  });

  it('a code from outside must be one of the list, not a property every object has', () => {
    expect(isErrorCode('not_found')).to.equal(true);
    expect(isErrorCode('toString')).to.equal(false);
    expect(isErrorCode(404)).to.equal(false);
  });

  it('an unknown error becomes internal_error whose public text does not show it', () => {
    const error = toDomainError(new Error('relation "secret" does not exist'));
    expect(error.code).to.equal('internal_error');
    expect(error.detail).to.not.contain('secret');
    expect(error.cause).to.be.instanceOf(Error);
  });

  it('a DomainError passes through unchanged', () => {
    const error = new DomainError('not_found');
    expect(toDomainError(error)).to.equal(error);
  });
});
