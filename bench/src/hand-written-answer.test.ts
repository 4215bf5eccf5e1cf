import { expect } from 'chai';
import { findHit, hitKey, readIdentifiers, renderResult, type Hit, type Presence } from './hand-written-answer.js';

const id = '00000000-0000-4000-8000-000000000001';
const hit: Hit = {
  kind: 'domain',
  value: 'acme.example',
  id,
  name: 'Acme AB',
  countryCode: 'SE',
  soleTrader: false,
  legalForm: null,
  city: 'Umeå',
  foundedYear: 1998,
};
const presence: Presence = {
  organizationId: id,
  maskedOrganizationNumber: null,
  hasDomain: true,
  hasLinkedInUrl: false,
  hasOtherDetails: false,
};
const hitsOf = (...hits: Hit[]): Map<string, Hit> => new Map(hits.map((each) => [hitKey(each.kind, each.value), each]));

describe('the hand-written answer', () => {
  it('matches by the first identifier on record, and shows it as it was sent', () => {
    const identifiers = readIdentifiers({
      linkedInUrl: 'https://www.linkedin.com/company/acme',
      domain: 'acme.example',
    });
    const found = findHit(identifiers, hitsOf(hit), 'key');
    expect(found).to.include({ hit, matchedBy: 'domain' });
    expect(found?.shown).to.deep.equal({ domain: 'acme.example' });
  });

  it('masks the number of a Swedish sole trader, whose number is stored as a hash or as it is', () => {
    const orgNumbers = [{ countryCode: 'SE', digits: '5560123457' }] as const;
    const trader: Hit = { ...hit, kind: 'orgNumber', value: 'SE5560123457', soleTrader: true };
    const found = findHit({ orgNumbers: [...orgNumbers], domains: [] }, hitsOf(trader), 'key');
    expect(found?.shown).to.deep.equal({ organizationNumber: '556012-XXXX' });
  });

  it('shows details as revealed only when a reveal would add nothing', () => {
    const shown = { domain: 'acme.example' };
    const render = (changes: Partial<Presence>): unknown =>
      renderResult(
        '0',
        { hit, matchedBy: 'domain', shown },
        new Map([[id, { ...presence, ...changes }]]),
        'http://app',
      );
    expect(render({})).to.have.nested.property('organization.detailsRevealed', false);
    expect(render({ maskedOrganizationNumber: '640823-XXXX' })).to.deep.nested.include({
      'organization.detailsRevealed': true,
      'organization.organizationNumber': '640823-XXXX',
      'organization.url': `http://app/organizations/${id}`,
    });
    expect(render({ maskedOrganizationNumber: '640823-XXXX', hasOtherDetails: true })).to.have.nested.property(
      'organization.detailsRevealed',
      false,
    );
  });

  it('has no organization for an item that finds nothing', () => {
    expect(
      renderResult('7', findHit({ orgNumbers: [], domains: [] }, hitsOf(hit), 'key'), new Map(), ''),
    ).to.deep.equal({
      ref: '7',
      status: 'not_found',
    });
  });
});
