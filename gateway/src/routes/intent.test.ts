import { expect } from 'chai';
import type { Json } from '@prospecting/platform/json';
import { bucketsOf, intentOf, type Intent, type Reveals } from './terms.js';

const matching = { searches: true, reveals: 'when_revealing' as Reveals };
const listing = { searches: true, reveals: 'never' as Reveals };
const revealing = { searches: false, reveals: 'always' as Reveals };
const balance = { searches: false, reveals: 'never' as Reveals };

describe('bucketsOf', () => {
  const cases: [string, typeof matching | undefined, Json | undefined, string[]][] = [
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
    ['[D requests.2] a null reveal', matching, { reveal: null }, ['overall', 'search']],
    ['[D requests.2] an empty reveal', matching, { reveal: [] }, ['overall', 'search']],
    ['[D requests.2] a reveal of the wrong type', matching, { reveal: 'email' }, ['overall', 'search', 'spend']],
    ['[D requests.2] a reveal of unknown info types', matching, { reveal: [null] }, ['overall', 'search', 'spend']],
    ['[D requests.2] a body that could not be parsed', matching, undefined, ['overall', 'search']],
    ['a body that is not an object', matching, ['reveal'], ['overall', 'search']],
    [
      '[D requests.2] contacts/match with a reveal, which it does not support',
      listing,
      { reveal: ['email'] },
      ['overall', 'search'],
    ],
    ['[4.5.6] a reveal', revealing, { infoTypes: ['email'] }, ['overall', 'spend']],
    ['[4.5.6] a dry run of a reveal', revealing, { dryRun: true }, ['overall', 'spend']],
    ['[D requests.2] a reveal whose body could not be parsed', revealing, undefined, ['overall', 'spend']],
  ];
  for (const [what, operation, body, buckets] of cases) {
    it(`${what} counts in ${buckets.join(', ')}`, () => {
      expect([...bucketsOf(operation, intentOf(operation, body))]).to.deep.equal(buckets);
    });
  }
});

describe('intentOf', () => {
  const spend = (credits: number, millicredits: number): Intent => ({ kind: 'spend', cap: { credits, millicredits } });
  const uncapped: Intent = { kind: 'spend', cap: undefined };
  const cases: [string, typeof matching, Json | undefined, Intent][] = [
    ['a match without reveal', matching, { maxCredits: 1 }, { kind: 'free' }],
    ['a match that reveals', matching, { reveal: ['details'], maxCredits: 1.0005 }, spend(1.0005, 1_000)],
    ['a dry run of a match', matching, { reveal: ['details'], dryRun: true }, { kind: 'quote', keyed: false }],
    ['a reveal', revealing, { maxCredits: 0 }, spend(0, 0)],
    ['a dry run of a reveal', revealing, { dryRun: true }, { kind: 'quote', keyed: true }],
    ['a reveal whose body could not be parsed', revealing, undefined, uncapped],
    ['a cap that is not a number', revealing, { maxCredits: '1' }, uncapped],
    ['a cap below 0', revealing, { maxCredits: -0.001 }, uncapped],
    ['contacts/match with a reveal', listing, { reveal: ['email'], maxCredits: 1 }, { kind: 'free' }],
    ['a balance', balance, undefined, { kind: 'free' }],
    [
      '[D privacy.3] a reveal inside __proto__',
      matching,
      JSON.parse('{"__proto__": {"reveal": ["details"], "maxCredits": 1}}') as Json,
      { kind: 'free' },
    ],
  ];
  for (const [what, operation, body, intent] of cases) {
    it(`${what}: ${JSON.stringify(intent)}`, () => {
      expect(intentOf(operation, body)).to.deep.equal(intent);
    });
  }
});
