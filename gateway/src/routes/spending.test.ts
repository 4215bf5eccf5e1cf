import { expect } from 'chai';
import type { Json } from '../http/json-text.js';
import type { Spends } from './operation.js';
import { bucketsOf } from './spending.js';

const matching = { searches: true, spends: 'when_revealing' as Spends };
const listing = { searches: true, spends: 'never' as Spends };
const revealing = { searches: false, spends: 'always' as Spends };
const balance = { searches: false, spends: 'never' as Spends };

describe('bucketsOf', () => {
  const cases: [string, Parameters<typeof bucketsOf>[0], Json | undefined, string[]][] = [
    ['[D requests.2] an unknown path or method', undefined, undefined, ['overall']],
    ['[4.6] a balance', balance, undefined, ['overall']],
    ['[4.1.8] a match without reveal', matching, { items: [] }, ['overall', 'search']],
    ['[4.1.8] a match that reveals', matching, { reveal: ['details'] }, ['overall', 'search', 'spend']],
    ['[4.4.5] a dry run', matching, { reveal: ['email'], dryRun: true }, ['overall', 'search']],
    [
      '[2.1] a dry run that is not exactly true',
      matching,
      { reveal: ['email'], dryRun: 'true' },
      ['overall', 'search', 'spend'],
    ],
    ['[D requests.2] a reveal that is null', matching, { reveal: null }, ['overall', 'search']],
    ['[D requests.2] a reveal that is empty', matching, { reveal: [] }, ['overall', 'search']],
    ['[D requests.2] a reveal of a wrong type', matching, { reveal: 'email' }, ['overall', 'search', 'spend']],
    ['[D requests.2] a reveal of nothing known', matching, { reveal: [null] }, ['overall', 'search', 'spend']],
    ['[D requests.2] a body that could not be read', matching, undefined, ['overall', 'search']],
    ['a body that is no object', matching, ['reveal'], ['overall', 'search']],
    [
      '[D requests.2] contacts/match with a reveal, which it does not know',
      listing,
      { reveal: ['email'] },
      ['overall', 'search'],
    ],
    ['[4.5.6] a reveal', revealing, { infoTypes: ['email'] }, ['overall', 'spend']],
    ['[4.5.6] a dry run of a reveal', revealing, { dryRun: true }, ['overall', 'spend']],
    ['[D requests.2] a reveal whose body could not be read', revealing, undefined, ['overall', 'spend']],
  ];
  for (const [what, operation, body, buckets] of cases) {
    it(`${what} counts in ${buckets.join(', ')}`, () => {
      expect([...bucketsOf(operation, body)]).to.deep.equal(buckets);
    });
  }
});
