import { soleTraderHash } from '@prospecting/directory/identifiers';
import { expect } from 'chai';
import fc from 'fast-check';
import { candidatesOf, firstHit, indexHits, matchOrganizationsValues } from './candidates.js';
import type { IdentifierKind } from './records.js';

const KEY = 'a key for sole traders in tests only';

describe('candidatesOf', () => {
  it('lists candidates in the order id, org numbers, LinkedIn page, domains [4.1.1] [D identifiers.1]', () => {
    const candidates = candidatesOf(
      {
        domains: ['shop.acme.example', 'acme.example'],
        linkedInPage: 'company/acme',
        orgNumbers: [
          { countryCode: 'DK', digits: '01120389' },
          { countryCode: 'FI', digits: '01120389' },
        ],
        id: '0a51f7a6-2f29-4a4d-9d53-8f2b6d3f7f01',
      },
      KEY,
    );
    expect(candidates.map(({ kind, value }) => `${kind} ${value}`)).to.deep.equal([
      'id 0a51f7a6-2f29-4a4d-9d53-8f2b6d3f7f01',
      'orgNumber DK01120389',
      'orgNumber FI01120389',
      'linkedInUrl company/acme',
      'domain shop.acme.example',
      'domain acme.example',
    ]);
  });

  it('looks for a Swedish number as it is and as the hash under which a sole trader is stored [D results.4]', () => {
    const orgNumber = { countryCode: 'SE', digits: '7001019876' };
    const candidates = candidatesOf({ orgNumbers: [orgNumber], domains: [] }, KEY);
    expect(candidates).to.deep.equal([
      { kind: 'orgNumber', value: 'SE7001019876', orgNumber },
      { kind: 'orgNumber', value: `SE#${soleTraderHash(KEY, '7001019876')}`, orgNumber },
    ]);
  });

  it('returns no candidates for an item without identifiers', () => {
    expect(candidatesOf(null, KEY)).to.deep.equal([]);
  });

  it('groups candidates by kind into statement values, each value once', () => {
    const item = {
      id: '0a51f7a6-2f29-4a4d-9d53-8f2b6d3f7f01',
      orgNumbers: [],
      domains: ['acme.example', 'acme.example'],
    };
    expect(matchOrganizationsValues([item, item], KEY)).to.deep.equal([
      ['0a51f7a6-2f29-4a4d-9d53-8f2b6d3f7f01'],
      [],
      [],
      ['acme.example'],
    ]);
  });
});

describe('firstHit', () => {
  const kind = fc.constantFrom<IdentifierKind>('id', 'orgNumber', 'linkedInUrl', 'domain');
  const candidate = fc.record({ kind, value: fc.constantFrom('a', 'b', 'c') });

  it('returns the first candidate that is on record [4.1.1]', () => {
    fc.assert(
      fc.property(fc.array(candidate), fc.array(candidate), (candidates, onRecord) => {
        const isOnRecord = (each: { kind: string; value: string }): boolean =>
          onRecord.some((record) => record.kind === each.kind && record.value === each.value);
        const found = firstHit(candidates, indexHits(onRecord));
        expect(found?.candidate).to.equal(candidates.find(isOnRecord));
        expect(found === undefined ? undefined : `${found.hit.kind} ${found.hit.value}`).to.equal(
          found === undefined ? undefined : `${found.candidate.kind} ${found.candidate.value}`,
        );
      }),
    );
  });
});
