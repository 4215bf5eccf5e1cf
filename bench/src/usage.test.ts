import { expect } from 'chai';
import { namesOf, parseOptions, UsageError, wholeNumber } from './usage.js';

describe('options', () => {
  it('are rejected when unknown or without a value', () => {
    const options = { rounds: { type: 'string' } } as const;
    for (const args of [['--round', '1'], ['--rounds'], ['rounds']]) {
      expect(() => parseOptions(args, options), args.join(' ')).to.throw(UsageError);
    }
  });

  it('accept only whole numbers within their bounds', () => {
    expect(wholeNumber({ rounds: '5' }, 'rounds', 3, [1, 10])).to.equal(5);
    expect(wholeNumber({}, 'rounds', 3, [1, 10])).to.equal(3);
    for (const rounds of ['0', '11', '1.5', '-1', 'x', '']) {
      expect(() => wholeNumber({ rounds }, 'rounds', 3, [1, 10]), rounds).to.throw(UsageError);
    }
  });

  it('accept only known names', () => {
    expect(namesOf({}, 'transports', ['in-process', 'grpc'])).to.deep.equal(['in-process', 'grpc']);
    expect(namesOf({ transports: 'grpc' }, 'transports', ['in-process', 'grpc'])).to.deep.equal(['grpc']);
    expect(() => namesOf({ transports: 'http' }, 'transports', ['in-process', 'grpc'])).to.throw(UsageError);
  });
});
