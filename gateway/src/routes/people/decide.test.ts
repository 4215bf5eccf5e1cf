import type { search } from '@prospecting/protos';
import { expect } from 'chai';
import { CONTACT, NOBODY } from '#testing/backends.js';
import { decide } from './decide.js';

const contact = (name: string, changes: Partial<search.Contact> = {}): search.Contact => ({
  ...CONTACT,
  isDecisionMaker: false,
  id: name,
  name,
  ...changes,
});
const match = (
  outcome: search.PersonMatch['outcome'],
  matchedBy: search.MatchedBy,
  ...names: string[]
): search.PersonMatch => ({
  outcome: outcome,
  matchedBy,
  contacts: names.map((name) => contact(name)),
});

const byPage = match('OUTCOME_MATCHED', 'MATCHED_BY_LINKED_IN_URL', 'page');
const byName = match('OUTCOME_MATCHED', 'MATCHED_BY_NAME', 'name');
const severalByPage = match('OUTCOME_AMBIGUOUS', 'MATCHED_BY_LINKED_IN_URL', 'p1', 'p2');
const severalByName = match('OUTCOME_AMBIGUOUS', 'MATCHED_BY_NAME', 'n1', 'n2');
const noOrganization = match('OUTCOME_ORGANIZATION_NOT_FOUND', 'MATCHED_BY_UNSPECIFIED');
const address = [contact('address')];

describe('decide', () => {
  const hits: [string, search.PersonMatch | undefined, search.Contact[], string, string][] = [
    ['a page before an address', byPage, address, 'linkedInUrl', 'page'],
    ['an address before a name', byName, address, 'email', 'address'],
    ['a name when the address finds no contact', byName, [], 'name', 'name'],
    ['an address when the page and the name find no contact', NOBODY, address, 'email', 'address'],
    ['an address where the organization is unknown', noOrganization, address, 'email', 'address'],
  ];
  for (const [what, found, byEmail, matchedBy, id] of hits) {
    it(`[D identifiers.5] [4.4.1] ${what}: matchedBy ${matchedBy}`, () => {
      const outcome = decide(found, byEmail);
      expect(outcome).to.include({ kind: 'matched', matchedBy });
      expect(outcome).to.have.nested.property('contact.id', id);
    });
  }

  it('returns several people of the first identifier that hits as ambiguous, and ignores later identifiers', () => {
    expect(decide(severalByPage, address)).to.have.property('kind', 'ambiguous');
    expect(decide(byName, [contact('a'), contact('b')])).to.have.property('kind', 'ambiguous');
    expect(decide(severalByName, address)).to.include({ kind: 'matched', matchedBy: 'email' });
  });

  it('[4.4.1] returns the reason when no person is found', () => {
    expect(decide(NOBODY, [])).to.deep.equal({ kind: 'not_found', reason: 'person_not_found' });
    expect(decide(noOrganization, [])).to.deep.equal({
      kind: 'not_found',
      reason: 'organization_not_found',
    });
    expect(decide(undefined, [])).to.deep.equal({
      kind: 'not_found',
      reason: 'person_not_found',
    });
  });

  it('[D results.1] [D results.3] returns at most 5 candidates in the order of contacts', () => {
    const people = [
      contact('Örjan Ek'),
      contact('zoe Ek'),
      contact('Ada Ek', { id: '2' }),
      contact('ada ek', { id: '1' }),
      contact('Yrsa Ek', { isDecisionMaker: true }),
      contact('Xerxes Ek', { isExecutive: true }),
    ];
    const outcome = decide(undefined, people);
    const ids = outcome.kind === 'ambiguous' ? outcome.candidates.map(({ id }) => id) : [];
    expect(ids).to.deep.equal(['Xerxes Ek', 'Yrsa Ek', '1', '2', 'Örjan Ek']);
  });
});
