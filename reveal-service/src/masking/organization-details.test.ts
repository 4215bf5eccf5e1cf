import { expect } from 'chai';
import fc from 'fast-check';
import { holdsBack, organizationView, type DetailPresence } from './organization-details.js';

const nothing: DetailPresence = {
  maskedOrganizationNumber: '850101-XXXX',
  hasDomain: false,
  hasLinkedInUrl: false,
  hasOtherDetails: false,
};
const empty = { technologies: [], keywords: [], tags: [] };
const shownIdentifiers = fc.subarray(['organizationNumber', 'domain', 'linkedInUrl']);
const presences: fc.Arbitrary<DetailPresence> = fc.record({
  maskedOrganizationNumber: fc.constantFrom(null, '850101-XXXX'),
  hasDomain: fc.boolean(),
  hasLinkedInUrl: fc.boolean(),
  hasOtherDetails: fc.boolean(),
});

describe('holdsBack', () => {
  const unmasked = { ...nothing, maskedOrganizationNumber: null };
  const cases: [title: string, presence: DetailPresence, shown: string[], expected: boolean][] = [
    ['a number that is not shown', unmasked, [], true],
    ['not a number that is shown', unmasked, ['organizationNumber'], false],
    ['not a masked number', nothing, [], false],
    ['a domain that is not shown', { ...nothing, hasDomain: true }, ['linkedInUrl'], true],
    ['no other domain beside one that is shown', { ...nothing, hasDomain: true }, ['domain'], false],
    ['a LinkedIn page that is not shown', { ...nothing, hasLinkedInUrl: true }, ['domain'], true],
    ['not a LinkedIn page that is shown', { ...nothing, hasLinkedInUrl: true }, ['linkedInUrl'], false],
    [
      'any other detail, whatever is shown',
      { ...nothing, hasOtherDetails: true },
      ['organizationNumber', 'domain'],
      true,
    ],
    ['what another identifier leaves', { ...unmasked, hasDomain: true }, ['domain'], true],
  ];
  for (const [title, presence, shown, expected] of cases) {
    it(`[D results.5] ${title}`, () => {
      expect(holdsBack(presence, shown)).to.equal(expected);
    });
  }

  it('[D results.5] showing more never holds back more', () => {
    fc.assert(
      fc.property(presences, shownIdentifiers, shownIdentifiers, (presence, some, others) => {
        if (!holdsBack(presence, some)) expect(holdsBack(presence, [...some, ...others])).to.equal(false);
      }),
    );
  });
});

describe('organizationView', () => {
  it('shows all details on record of a revealed organization but the identifiers shown already', () => {
    const recorded = {
      organizationNumber: '556036-0793',
      domain: 'example.se',
      website: null,
      tags: ['retail'],
      employeesMin: 0,
    };
    expect(organizationView(recorded, { ...nothing, hasOtherDetails: true }, ['domain'])).to.deep.equal({
      detailsRevealed: true,
      details: { ...empty, organizationNumber: '556036-0793', tags: ['retail'], employeesMin: 0 },
    });
  });

  it('shows no detail of an organization that holds some back', () => {
    expect(organizationView(undefined, { ...nothing, hasOtherDetails: true }, [])).to.deep.equal({
      detailsRevealed: false,
    });
  });

  it('[D results.5] is complete without a reveal where nothing is on record', () => {
    expect(organizationView(undefined, undefined, [])).to.deep.equal({ detailsRevealed: true, details: empty });
  });

  it('[D results.4] shows a sole trader only the masked number, and that for nothing', () => {
    const details = { ...empty, organizationNumber: '850101-XXXX' };
    expect(organizationView(undefined, nothing, [])).to.deep.equal({ detailsRevealed: true, details });
    expect(organizationView(undefined, nothing, ['organizationNumber'])).to.deep.equal({
      detailsRevealed: true,
      details: empty,
    });
  });

  it('says revealed exactly when it sends details', () => {
    fc.assert(
      fc.property(presences, shownIdentifiers, fc.boolean(), (presence, shown, isRevealed) => {
        const view = organizationView(isRevealed ? { website: 'https://example.se' } : undefined, presence, shown);
        expect(view.details !== undefined).to.equal(view.detailsRevealed);
        expect(view.detailsRevealed).to.equal(isRevealed || !holdsBack(presence, shown));
      }),
    );
  });
});
