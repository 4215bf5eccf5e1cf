import { expect } from 'chai';
import fc from 'fast-check';
import type { RevealKey, WantedSubject } from '../subjects.js';
import type { Records } from './records.js';
import { revealedSet } from './revealed-set.js';
import { NO_CHANNELS } from './contact-channels.js';
import { subjectView } from './subject-view.js';
import { BARE_CONTACT, FULL_CONTACT } from '#testing/contact.js';

const records: Records = {
  contact: new Map([
    ['c', FULL_CONTACT],
    ['bare', { ...BARE_CONTACT, id: 'bare' }],
  ]),
  switchboard: new Map([['o', { email: 'info@example.se', phone: '+4681234567' }]]),
  organization: new Map([['o', { organizationNumber: '556036-0793', domain: 'example.se', website: null }]]),
};
const subject = (kind: WantedSubject['kind'], subjectId: string, ...shownIdentifiers: string[]): WantedSubject => ({
  kind,
  subjectId,
  infoTypes: [],
  shownIdentifiers,
});
const view = (wanted: WantedSubject, ...revealed: RevealKey[]) => subjectView(wanted, records, revealedSet(revealed));

describe('subjectView', () => {
  it('[2.3] shows the public fields of a contact, and each channel revealed or masked', () => {
    const email: RevealKey = { kind: 'contact', subjectId: 'c', infoType: 'email' };
    const seen = view(subject('contact', 'c'), email);
    expect(seen.contact).to.deep.equal({
      id: 'c',
      name: 'Eva Exempel',
      jobTitle: 'VD',
      isExecutive: true,
      isDecisionMaker: false,
      organizationId: 'o',
      organizationName: 'Exempel AB',
      linkedInUrl: 'https://www.linkedin.com/in/eva-exempel',
    });
    expect(seen.contactChannels).to.deep.include({
      email: 'eva@example.se',
      emailIsMasked: false,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
    });
    const { contact, contactChannels } = view(subject('contact', 'bare'), email);
    expect(contact).not.to.have.any.keys('jobTitle', 'linkedInUrl');
    expect(contactChannels).to.deep.equal(NO_CHANNELS);
  });

  it('shows nothing of a contact or a switchboard that is not on record, even after a reveal', () => {
    for (const kind of ['contact', 'switchboard'] as const) {
      expect(view(subject(kind, 'missing'), { kind, subjectId: 'missing', infoType: 'email' })).to.deep.equal({});
    }
  });

  it('[4.1.5] shows the revealed details of an organization except those that the result shows anyway', () => {
    const details: RevealKey = { kind: 'organization', subjectId: 'o', infoType: 'details' };
    expect(view(subject('organization', 'o', 'domain'), details).organization).to.deep.equal({
      detailsRevealed: true,
      details: { organizationNumber: '556036-0793', technologies: [], keywords: [], tags: [] },
    });
    expect(view(subject('organization', 'o', 'domain')).organization).to.deep.equal({ detailsRevealed: false });
    expect(view(subject('organization', 'o', 'domain', 'organizationNumber')).organization).to.have.property(
      'detailsRevealed',
      true,
    );
    expect(view(subject('organization', 'missing'), { ...details, subjectId: 'missing' }).organization).to.deep.equal({
      detailsRevealed: true,
      details: { technologies: [], keywords: [], tags: [] },
    });
  });

  it('unmasks a value exactly when the same subject and info type is revealed', () => {
    const key = fc.record<RevealKey>({
      kind: fc.constantFrom('contact', 'switchboard', 'organization'),
      subjectId: fc.constantFrom('c', 'o', 'bare'),
      infoType: fc.constantFrom('email', 'phone', 'details'),
    });
    fc.assert(
      fc.property(fc.array(key), (revealed) => {
        const has = (kind: string, subjectId: string, infoType: string): boolean =>
          revealed.some((each) => each.kind === kind && each.subjectId === subjectId && each.infoType === infoType);
        for (const [kind, id] of [
          ['contact', 'c'],
          ['switchboard', 'o'],
        ] as const) {
          const { contactChannels } = view(subject(kind, id), ...revealed);
          expect(contactChannels?.emailIsMasked).to.equal(!has(kind, id, 'email'));
          expect(contactChannels?.phoneIsMasked).to.equal(!has(kind, id, 'phone'));
          expect(/^[^X]*$/.test(contactChannels?.email ?? '')).to.equal(has(kind, id, 'email'));
          expect(/^[^X]*$/.test(contactChannels?.phone ?? '')).to.equal(has(kind, id, 'phone'));
        }
        const { organization } = view(subject('organization', 'o'), ...revealed);
        expect(organization?.detailsRevealed).to.equal(has('organization', 'o', 'details'));
      }),
    );
  });
});
