import type { reveal, search } from '@prospecting/protos';
import { expect } from 'chai';
import { CONTACT, MASKED, ORGANIZATION } from '#testing/backends.js';
import { presentCandidate, presentContact } from './contact.js';
import { foundOrganization, presentOrganization, subjectOf, type FoundOrganization } from './organization.js';

const APP_URL = 'https://app.example.com';
const NOT_REVEALED: reveal.OrganizationView = { detailsRevealed: false };
const QUERY: search.OrganizationIdentifiers = {
  id: ORGANIZATION.id,
  orgNumbers: [{ countryCode: 'SE', digits: '5560123457' }],
  linkedInPage: 'showcase/nordvik',
  domains: ['shop.nordvik.se', 'nordvik.se'],
};
const DETAILS: reveal.OrganizationDetails = { technologies: [], keywords: [], tags: [] };

function found(matchedBy: search.MatchedBy, organizationNumber?: string): FoundOrganization {
  const match = {
    organization: ORGANIZATION,
    matchedBy,
    ...(organizationNumber !== undefined && { organizationNumber }),
  };
  return foundOrganization(QUERY, match) as FoundOrganization;
}

/** Returns the JSON that a caller receives. */
function sent<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

const sentOrganization: typeof presentOrganization = (...parts) => sent(presentOrganization(...parts));
const sentContact: typeof presentContact = (...parts) => sent(presentContact(...parts));

describe('the organization object', () => {
  it('[2.2] has the free fields on every match', () => {
    expect(sentOrganization(found('MATCHED_BY_ID'), NOT_REVEALED, APP_URL)).to.deep.equal({
      id: ORGANIZATION.id,
      name: 'Nordvik Maskin AB',
      detailsRevealed: false,
      countryCode: 'SE',
      legalForm: 'Aktiebolag',
      city: 'Sundsvall',
      foundedYear: 1998,
      url: `https://app.example.com/organizations/${ORGANIZATION.id}`,
    });
  });

  it('[2.2] omits members without a value', () => {
    const { id, name, countryCode } = ORGANIZATION;
    const bare: FoundOrganization = { organization: { id, name, countryCode }, matchedBy: 'id', shown: {} };
    const view = { detailsRevealed: true, details: DETAILS };
    expect(sentOrganization(bare, view, APP_URL)).to.have.all.keys(
      'id',
      'name',
      'countryCode',
      'detailsRevealed',
      'url',
    );
  });

  const shown: [search.MatchedBy, string, object][] = [
    ['MATCHED_BY_ID', 'id', {}],
    ['MATCHED_BY_ORG_NUMBER', 'orgNumber', { organizationNumber: '556012-3457' }],
    ['MATCHED_BY_LINKED_IN_URL', 'linkedInUrl', { linkedInUrl: 'https://www.linkedin.com/showcase/nordvik' }],
    ['MATCHED_BY_DOMAIN', 'domain', { domain: 'shop.nordvik.se' }],
    ['MATCHED_BY_CURSOR', 'cursor', {}],
  ];
  for (const [matchedBy, name, identifier] of shown) {
    it(`[2.2] [D results.7] a match by ${name} shows ${Object.keys(identifier).join() || 'no identifier'}`, () => {
      const organization = found(matchedBy, '556012-3457');
      expect(organization.matchedBy).to.equal(name);
      expect(organization.shown).to.deep.equal(identifier);
      expect(sentOrganization(organization, NOT_REVEALED, APP_URL)).to.include(identifier);
    });
  }

  it('[D results.4] shows the masked number of a sole trader unchanged', () => {
    expect(found('MATCHED_BY_ORG_NUMBER', '640823-XXXX').shown).to.deep.equal({ organizationNumber: '640823-XXXX' });
  });

  it('sends reveal-service the names of the identifiers that its result shows', () => {
    expect(subjectOf(found('MATCHED_BY_DOMAIN'))).to.deep.equal({
      organizationId: ORGANIZATION.id,
      shownIdentifiers: ['domain'],
    });
    expect(subjectOf(found('MATCHED_BY_ID'))).to.deep.equal({ organizationId: ORGANIZATION.id, shownIdentifiers: [] });
  });

  it('[4.1.5] [D results.6] has the details that the account may see', () => {
    const details = {
      ...DETAILS,
      website: 'https://nordvik.se',
      employeesMin: 0,
      revenueMax: 250_000_000,
      tags: ['manufacturing'],
    };
    const organization = sentOrganization(found('MATCHED_BY_DOMAIN'), { detailsRevealed: true, details }, APP_URL);
    expect(organization).to.include({
      detailsRevealed: true,
      website: 'https://nordvik.se',
      employeesMin: 0,
      revenueMax: 250_000_000,
    });
    expect(organization.tags).to.deep.equal(['manufacturing']);
    expect(organization).not.to.have.any.keys('technologies', 'keywords');
  });

  it('[2.2] shows a domain as it was sent instead of the one on record', () => {
    const details = { ...DETAILS, domain: undefined, linkedInUrl: 'https://www.linkedin.com/company/nordvik' };
    const organization = sentOrganization(found('MATCHED_BY_DOMAIN'), { detailsRevealed: true, details }, APP_URL);
    expect(organization).to.include({
      domain: 'shop.nordvik.se',
      linkedInUrl: 'https://www.linkedin.com/company/nordvik',
    });
  });

  it('is absent without a match or without a query', () => {
    expect(foundOrganization(QUERY, { matchedBy: 'MATCHED_BY_UNSPECIFIED' })).to.equal(undefined);
    expect(foundOrganization(QUERY, { organization: null, matchedBy: 'MATCHED_BY_UNSPECIFIED' })).to.equal(undefined);
    expect(foundOrganization(undefined, undefined)).to.equal(undefined);
  });
});

describe('the contact object', () => {
  it('[2.3] has the free fields and the channels as the account may see them', () => {
    expect(sentContact(CONTACT, MASKED)).to.deep.equal({ ...CONTACT, ...MASKED });
  });

  it('[2.3] omits members that are not on record', () => {
    const { jobTitle: _jobTitle, linkedInUrl: _linkedInUrl, ...bare } = CONTACT;
    const nothing = { emailIsMasked: false, phoneIsMasked: false };
    expect(sentContact(bare, nothing)).to.deep.equal({ ...bare, ...nothing });
  });

  it('[D results.1] of a candidate has five fields and no contact channel', () => {
    expect(presentCandidate(CONTACT)).to.have.all.keys('id', 'name', 'jobTitle', 'organizationId', 'organizationName');
  });
});
