import { expect } from 'chai';
import { checkResponse, expectedResult, ownersOf, type Claim } from './expectation.js';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const none = { orgNumbers: [], domains: [] };

function claim(organizationId: string, position: number, foundedYear: number | null): Claim {
  return { kind: 'domain', value: 'acme.example', organizationId, position, foundedYear };
}

describe('ownersOf', () => {
  const ownerOf = (...claims: Claim[]): string | undefined => ownersOf(claims).get('domain acme.example');

  it('assigns a shared value to the organization whose primary value it is, then to the one founded first, then to the lowest id', () => {
    expect(ownerOf(claim(A, 1, 1900), claim(B, 0, 2000))).to.equal(B);
    expect(ownerOf(claim(A, 0, 2000), claim(B, 0, 1900))).to.equal(B);
    expect(ownerOf(claim(A, 0, null), claim(B, 0, 2000))).to.equal(B);
    expect(ownerOf(claim(B, 0, 2000), claim(A, 0, 2000))).to.equal(A);
  });
});

describe('expectedResult', () => {
  const owners = new Map([
    ['id ' + A, A],
    ['orgNumber FI12345678', B],
  ]);

  it('is the first hit in the order of trial', () => {
    const orgNumbers = ['DK', 'FI'].map((countryCode) => ({ countryCode, digits: '12345678' }));
    expect(expectedResult({ ...none, id: A, orgNumbers }, owners)).to.deep.equal({
      status: 'matched',
      matchedBy: 'id',
      organizationId: A,
    });
    expect(expectedResult({ ...none, orgNumbers }, owners)).to.include({ matchedBy: 'orgNumber', organizationId: B });
  });

  it('is not_found when no organization has any of the values', () => {
    expect(expectedResult({ ...none, id: B, domains: ['acme.example'] }, owners)).to.deep.equal({
      status: 'not_found',
    });
  });
});

describe('checkResponse', () => {
  const matched = { ref: '0', status: 'matched', matchedBy: 'id', organization: { id: A, name: 'Acme' } };
  const expected = [
    { status: 'matched', matchedBy: 'id', organizationId: A } as const,
    { status: 'not_found' } as const,
  ];

  it('accepts the expected results, whatever else is shown', () => {
    const results = [matched, { ref: '1', status: 'not_found', reason: 'no_match' }];
    expect(() => checkResponse({ results }, expected)).not.to.throw();
  });

  it('rejects another number of results, organization, order or status', () => {
    const missing = { ref: '1', status: 'not_found' };
    const wrong = [
      {},
      { results: [matched] },
      { results: [{ ...matched, organization: { id: B } }, missing] },
      { results: [{ ...matched, matchedBy: 'domain' }, missing] },
      {
        results: [
          { ...matched, ref: '1' },
          { ...missing, ref: '0' },
        ],
      },
      { results: [matched, { ...missing, status: 'invalid' }] },
    ];
    for (const response of wrong) expect(() => checkResponse(response, expected), JSON.stringify(response)).to.throw();
  });
});
