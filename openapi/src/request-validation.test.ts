import { expect } from 'chai';
import fc from 'fast-check';
import type { BodyOperationId } from './request-validation.js';
import { validateRequest } from './request-validation.js';

const ITEMS = 'must be an array of 1 to 25 items';
const INFO = 'must be an array of any of "email", "phone"';
const DETAILS = 'must be an array of "details"';
const INFO_TYPES = 'must be an array of at least one of "email", "phone", "linkedIn"';
const CAP = 'must be a number of 0 or more';
const CAP_REQUIRED = `is required when revealing, unless dryRun is true, and ${CAP}`;
const DRY_RUN = 'must be true or false';
const LIMIT = 'must be a whole number from 1 to 50';

const MATCHING: readonly BodyOperationId[] = ['match_organizations', 'match_organization_switchboards', 'match_people'];
const ALL: readonly BodyOperationId[] = [...MATCHING, 'match_organization_contacts', 'reveal_contacts'];

const valid: Readonly<Record<BodyOperationId, Record<string, unknown>>> = {
  match_organizations: { items: [{}], reveal: ['details'], maxCredits: 1 },
  match_organization_contacts: { items: [{}], limit: 20 },
  match_organization_switchboards: { items: [{}], reveal: ['phone'], maxCredits: 1 },
  match_people: { items: [{}], reveal: ['email'], maxCredits: 1 },
  reveal_contacts: { items: [{}], infoTypes: ['email'], maxCredits: 1 },
};

function errorsOf(operationId: BodyOperationId, body: unknown): Record<string, string[]> | undefined {
  const outcome = validateRequest(operationId, body);
  return 'errors' in outcome ? outcome.errors : undefined;
}

/** Values of every JSON type; the table says which of them a field takes. */
const VALUES: readonly (readonly [kind: string, value: unknown])[] = [
  ['a string', 'x'],
  ['an empty string', ''],
  ['a number', 7],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['an infinite number', Number.POSITIVE_INFINITY],
  ['true', true],
  ['false', false],
  ['an object', { a: 1 }],
  ['an empty array', []],
  ['an array of one object', [{}]],
  ['an array of a known value', ['email']],
  ['an array of an unknown value', ['fax']],
  ['an array of a wrong type', [7]],
];

const FIELDS: readonly (readonly [BodyOperationId, field: string, sentence: string, accepted: readonly string[]])[] = [
  ...ALL.map(
    (id) => [id, 'items', ITEMS, VALUES.map(([kind]) => kind).filter((kind) => kind.startsWith('an array'))] as const,
  ),
  ...[...MATCHING, 'reveal_contacts' as const].flatMap((id) => [
    [id, 'maxCredits', CAP, ['a number', 'a fraction']] as const,
  ]),
  ...ALL.map((id) => [id, 'dryRun', DRY_RUN, ['true', 'false']] as const),
  ['match_organizations', 'reveal', DETAILS, ['an empty array']],
  ['match_organization_switchboards', 'reveal', INFO, ['an empty array', 'an array of a known value']],
  ['match_people', 'reveal', INFO, ['an empty array', 'an array of a known value']],
  ['reveal_contacts', 'infoTypes', INFO_TYPES, ['an array of a known value']],
  ['match_organization_contacts', 'limit', LIMIT, ['a number']],
];

describe('validateRequest: types', () => {
  for (const [operationId, field, sentence, accepted] of FIELDS) {
    for (const [kind, value] of VALUES) {
      const isAccepted = accepted.includes(kind);
      it(`[D requests.4] ${operationId} ${isAccepted ? 'accepts' : 'rejects'} ${kind} as ${field}`, () => {
        const errors = errorsOf(operationId, { ...valid[operationId], [field]: value });
        expect(errors).to.deep.equal(isAccepted ? undefined : { [field]: [sentence] });
      });
    }
  }

  for (const body of ['x', 7, true, null, [], [{}], undefined]) {
    it(`rejects ${JSON.stringify(body)} as a body`, () => {
      for (const id of ALL) expect(errorsOf(id, body)).to.deep.equal({ body: ['must be a JSON object'] });
    });
  }
});

describe('validateRequest: items', () => {
  it('[1.5] accepts 1 to 25 items without validating them', () => {
    for (const id of ALL) {
      for (const items of [[null], [7, 'x', [], {}], Array.from({ length: 25 }, () => ({ ref: 1 }))]) {
        const outcome = validateRequest(id, { ...valid[id], items });
        expect(outcome, id).to.have.nested.property('body.items').that.deep.equals(items);
      }
    }
  });

  it('[1.5] reports more than 25 items before any other error', () => {
    for (const id of ALL) {
      const outcome = validateRequest(id, { items: Array.from({ length: 26 }, () => ({})), dryRun: 'yes', limit: 'x' });
      expect(outcome, id).to.deep.equal({ errors: { items: [ITEMS] }, tooManyItems: true });
    }
  });

  it('rejects missing items', () => {
    for (const id of ALL) {
      for (const items of [undefined, null]) {
        expect(errorsOf(id, { ...valid[id], items })).to.deep.equal({ items: [`is required, and ${ITEMS}`] });
      }
    }
  });
});

describe('validateRequest: maxCredits', () => {
  it('[4.5.5] is required by contacts/reveal unless dryRun is true', () => {
    const body = { items: [{}], infoTypes: ['email'] };
    expect(errorsOf('reveal_contacts', body)).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
    expect(errorsOf('reveal_contacts', { ...body, dryRun: false })).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
    expect(errorsOf('reveal_contacts', { ...body, dryRun: null })).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
    expect(errorsOf('reveal_contacts', { ...body, maxCredits: null })).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
    expect(errorsOf('reveal_contacts', { ...body, dryRun: true })).to.equal(undefined);
  });

  it('is required by the matching operations only when they reveal without a dry run', () => {
    for (const id of MATCHING) {
      const { items, reveal } = valid[id];
      expect(errorsOf(id, { items, reveal })).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
      expect(errorsOf(id, { items, reveal, dryRun: false })).to.deep.equal({ maxCredits: [CAP_REQUIRED] });
      expect(errorsOf(id, { items, reveal, dryRun: true })).to.equal(undefined);
      expect(errorsOf(id, { items, reveal: [] })).to.equal(undefined);
      expect(errorsOf(id, { items, reveal: null })).to.equal(undefined);
      expect(errorsOf(id, { items })).to.equal(undefined);
    }
  });

  it('may be 0', () => {
    expect(errorsOf('match_people', { items: [{}], reveal: ['email'], maxCredits: 0 })).to.equal(undefined);
  });
});

describe('validateRequest: what it returns', () => {
  it('[D requests.4] treats an optional null as absent, removes duplicates and fills in defaults', () => {
    const absent = { reveal: null, maxCredits: null, dryRun: null };
    expect(validateRequest('match_people', { items: [1], ...absent })).to.deep.equal({
      body: { items: [1], reveal: [], dryRun: false },
    });
    expect(validateRequest('match_organization_contacts', { items: [1], limit: null })).to.deep.equal({
      body: { items: [1], limit: 20, dryRun: false },
    });
    const twice = { items: [1], infoTypes: ['phone', 'email', 'phone'], maxCredits: 2 };
    expect(validateRequest('reveal_contacts', twice)).to.deep.equal({
      body: { items: [1], infoTypes: ['phone', 'email'], maxCredits: 2, dryRun: false },
    });
  });

  it('[9.2] ignores unknown fields, including reveal on contacts/match', () => {
    const body = { items: [1], reveal: 'x', maxCredits: 'x', surprise: { deep: [] } };
    expect(validateRequest('match_organization_contacts', body)).to.deep.equal({
      body: { items: [1], limit: 20, dryRun: false },
    });
    const hostile: unknown = JSON.parse('{"items":[1],"__proto__":{"reveal":["email"]},"constructor":7}');
    expect(validateRequest('match_people', hostile)).to.deep.equal({ body: { items: [1], reveal: [], dryRun: false } });
  });

  it('does not change the body of the caller', () => {
    const body = { items: [1], reveal: ['email', 'email'], dryRun: true, unknown: null };
    const before = structuredClone(body);
    validateRequest('match_people', body);
    expect(body).to.deep.equal(before);
  });

  it('does not share its defaults between requests', () => {
    const first = validateRequest('match_people', { items: [1] });
    if (!('body' in first)) throw new Error('refused');
    first.body.reveal.push('email');
    expect(validateRequest('match_people', { items: [1] })).to.deep.equal({
      body: { items: [1], reveal: [], dryRun: false },
    });
  });

  it('reports every error in one response', () => {
    const errors = errorsOf('reveal_contacts', { items: {}, infoTypes: [], maxCredits: '5', dryRun: 1 });
    expect(errors).to.deep.equal({ items: [ITEMS], infoTypes: [INFO_TYPES], maxCredits: [CAP], dryRun: [DRY_RUN] });
  });
});

describe('validateRequest: lists of tens of thousands of values', () => {
  const many = Array.from({ length: 65_000 }, (_, index) => index);

  it('are rejected with one sentence', () => {
    expect(errorsOf('match_people', { items: [{}], reveal: many })).to.have.all.keys('reveal', 'maxCredits');
    expect(errorsOf('reveal_contacts', { items: [{}], infoTypes: many, dryRun: true })).to.have.all.keys('infoTypes');
  });

  it('are accepted when they repeat known values', () => {
    const outcome = validateRequest('match_people', { items: [{}], reveal: many.map(() => 'email'), dryRun: true });
    expect(outcome).to.have.nested.property('body.reveal').that.deep.equals(['email']);
  });
});

describe('validateRequest: any JSON', () => {
  const names = ['items', 'reveal', 'infoTypes', 'maxCredits', 'dryRun', 'limit', '__proto__', 'toString', ''];
  const anyBody = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()));

  it('returns a body or sentences, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), anyBody, (id, body) => {
        const outcome = validateRequest(id, body);
        if ('body' in outcome) {
          expect(outcome.body.items.length).to.be.within(1, 25);
        } else {
          const sentences = Object.values(outcome.errors);
          expect(sentences).to.not.be.empty;
          for (const [sentence] of sentences) expect(sentence).to.match(/^(must|is required)/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
