import { expect } from 'chai';
import { ApiError, fieldError, noAnswer, otherFieldErrors, problemOf, toProblem } from './problem.js';

const given = { code: 'validation_failed', title: 'Validation failed', status: 422, retryable: false };

describe('problems in the console', () => {
  it('are shown as the service words them', () => {
    const body = { ...given, detail: 'The name is too long.', traceId: 'abc' };
    expect(problemOf(422, body)).to.deep.equal(body);
  });

  it('have plain words when what answered is not the service', () => {
    const problem = problemOf(502, undefined);
    expect(problem).to.include({ code: 'service_unavailable', status: 502, retryable: true });
    expect(problemOf(418, '<html>')).to.include({ code: 'unexpected_answer', retryable: false });
    expect(problemOf(200, { code: 7 }).code).to.equal('unexpected_answer');
  });

  it('say of a write without an answer that its outcome is unknown, and of a read that it can be repeated', () => {
    const write = new ApiError(noAnswer(true), true);
    expect(write.isOutcomeUnknown).to.equal(true);
    expect(write.problem.detail).to.include('It is not known whether this was done');
    expect(write.problem.retryable).to.equal(false);
    const read = new ApiError(noAnswer(false), false);
    expect([read.isOutcomeUnknown, read.problem.retryable]).to.deep.equal([false, true]);
  });

  it('know the codes after which a write may have been made', () => {
    const isUnknown = (code: string): boolean => new ApiError({ ...given, code }, true).isOutcomeUnknown;
    expect(['service_unavailable', 'internal_error', 'validation_failed', 'forbidden'].map(isUnknown)).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
  });

  it('give each field its messages, and the rest to the form', () => {
    const errors = {
      name: ['must be text'],
      'emails.0': ['is no address'],
      'emails.1': ['is no address'],
      id: ['is taken'],
    };
    const error = new ApiError({ ...given, errors }, true);
    expect(fieldError(error, 'name')).to.equal('Must be text');
    expect(fieldError(error, 'emails')).to.equal('Is no address');
    expect(fieldError(error, 'credits')).to.equal(undefined);
    expect(otherFieldErrors(error, ['name', 'emails'])).to.deep.equal(['id is taken']);
  });

  it('hide what a programming error says', () => {
    const problem = toProblem(new TypeError('x is not a function'));
    expect(problem.detail).to.not.include('function');
    expect(problem.retryable).to.equal(false);
  });
});
