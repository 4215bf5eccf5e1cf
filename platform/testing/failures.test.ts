import { ConfigError } from '#src/config/index.js';
import { DomainError } from '#src/errors/index.js';
import { expect } from 'chai';
import { codeOf, problemsOf } from './failures.js';

describe('failures in tests', () => {
  it('are the code of a DomainError, `ok` without one, and any other error as it is', async () => {
    expect(await codeOf(Promise.reject(new DomainError('not_found')))).to.equal('not_found');
    expect(await codeOf(Promise.resolve())).to.equal('ok');
    const other = new Error('a bug');
    expect(await codeOf(Promise.reject(other)).catch((error: unknown) => error)).to.equal(other);
  });

  it('are the problems of a ConfigError, none without one, and any other error as it is', () => {
    const failWith = (error: Error) => () => {
      throw error;
    };
    expect(problemsOf(failWith(new ConfigError(['PORT is not set'])))).to.deep.equal(['PORT is not set']);
    expect(problemsOf(() => 'a configuration')).to.deep.equal([]);
    expect(() => problemsOf(failWith(new Error('a bug')))).to.throw('a bug');
  });
});
