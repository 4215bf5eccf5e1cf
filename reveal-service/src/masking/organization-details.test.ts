import { expect } from 'chai';
import fc from 'fast-check';
import { holdsBack, organizationView, type DetailPresence } from './organization-details.js';

const onlyMaskedNumber: DetailPresence = {
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
  const unmasked = { ...onlyMaskedNumber, maskedOrganizationNumber: null };
  const cases: [title: string, presence: DetailPresence, shown: string[], expected: boolean][] = [
    ['is true for a number that is not shown', unmasked, [], true],
    ['is false for a number that is shown', unmasked, ['organizationNumber'], false],
    ['is false for a masked number', onlyMaskedNumber, [], false],
    ['is true for a domain that is not shown', { ...onlyMaskedNumber, hasDomain: true }, ['linkedInUrl'], true],
    ['is false for a domain when the result shows one', { ...onlyMaskedNumber, hasDomain: true }, ['domain'], false],
    ['is true for a LinkedIn page that is not shown', { ...onlyMaskedNumber, hasLinkedInUrl: true }, ['domain'], true],
    [
      'is false for a LinkedIn page that is shown',
      { ...onlyMaskedNumber, hasLinkedInUrl: true },
      ['linkedInUrl'],
      false,
    ],
    [
      'is true for any other detail, even when all identifiers are shown',
      { ...onlyMaskedNumber, hasOtherDetails: true },
      ['organizationNumber', 'domain'],
      true,
    ],
    [
      'is true for a second identifier when only the first is shown',
      { ...unmasked, hasDomain: true },
      ['domain'],
      true,
    ],
  ];
  for (const [title, presence, shown, expected] of cases) {
    it(`[D results.5] ${title}`, () => {
      expect(holdsBack(presence, shown)).to.equal(expected);
    });
  }

  it('[D results.5] never becomes true when the result shows more identifiers', () => {
    fc.assert(
      fc.property(presences, shownIdentifiers, shownIdentifiers, (presence, some, others) => {
        if (!holdsBack(presence, some)) expect(holdsBack(presence, [...some, ...others])).to.equal(false);
      }),
    );
  });
});

describe('organizationView', () => {
  it('shows all details of a revealed organization except the identifiers that the result shows anyway', () => {
    const recorded = {
      organizationNumber: '556036-0793',
      domain: 'example.se',
      website: null,
      tags: ['retail'],
      employeesMin: 0,
    };
    expect(organizationView(recorded, { ...onlyMaskedNumber, hasOtherDetails: true }, ['domain'])).to.deep.equal({
      detailsRevealed: true,
      details: { ...empty, organizationNumber: '556036-0793', tags: ['retail'], employeesMin: 0 },
    });
  });

  it('shows no details of an organization that holds something back', () => {
    expect(organizationView(undefined, { ...onlyMaskedNumber, hasOtherDetails: true }, [])).to.deep.equal({
      detailsRevealed: false,
    });
  });

  it('[D results.5] counts as revealed when no details are on record', () => {
    expect(organizationView(undefined, undefined, [])).to.deep.equal({ detailsRevealed: true, details: empty });
  });

  it('[D results.4] shows the masked number of a sole trader without a reveal', () => {
    const details = { ...empty, organizationNumber: '850101-XXXX' };
    expect(organizationView(undefined, onlyMaskedNumber, [])).to.deep.equal({ detailsRevealed: true, details });
    expect(organizationView(undefined, onlyMaskedNumber, ['organizationNumber'])).to.deep.equal({
      detailsRevealed: true,
      details: empty,
    });
  });

  it('reports detailsRevealed exactly when it includes details', () => {
    fc.assert(
      fc.property(presences, shownIdentifiers, fc.boolean(), (presence, shown, isRevealed) => {
        const view = organizationView(isRevealed ? { website: 'https://example.se' } : undefined, presence, shown);
        expect(view.details !== undefined).to.equal(view.detailsRevealed);
        expect(view.detailsRevealed).to.equal(isRevealed || !holdsBack(presence, shown));
      }),
    );
  });
});
