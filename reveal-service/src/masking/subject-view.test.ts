import { expect } from 'chai';
import fc from 'fast-check';
import type { WantedSubject } from '../pricing/plan.js';
import { inClear, type RevealName } from './in-clear.js';
import type { ContactRecord, Records } from './records.js';
import { subjectView } from './subject-view.js';

const eva: ContactRecord = {
  id: 'c',
  name: 'Eva Exempel',
  jobTitle: 'VD',
  isExecutive: true,
  isDecisionMaker: false,
  linkedInSlug: 'eva-exempel',
  organizationId: 'o',
  organizationName: 'Exempel AB',
  email: 'eva@example.se',
  phone: '+46701740605',
};
const records: Records = {
  contact: new Map([
    ['c', eva],
    ['bare', { ...eva, id: 'bare', jobTitle: null, linkedInSlug: null, email: null, phone: null }],
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
const view = (wanted: WantedSubject, ...clear: RevealName[]) => subjectView(wanted, records, inClear(clear));

describe('what an account sees of a subject', () => {
  it('[2.3] of a contact what everyone may see, and its values in clear or masked', () => {
    const email: RevealName = { kind: 'contact', subjectId: 'c', infoType: 'email' };
    expect(view(subject('contact', 'c'), email)).to.deep.equal({
      contact: {
        id: 'c',
        name: 'Eva Exempel',
        jobTitle: 'VD',
        isExecutive: true,
        isDecisionMaker: false,
        organizationId: 'o',
        organizationName: 'Exempel AB',
        linkedInUrl: 'https://www.linkedin.com/in/eva-exempel',
      },
      reachable: {
        email: 'eva@example.se',
        emailIsMasked: false,
        phone: '+4670XXXXXXX',
        phoneIsMasked: true,
      },
    });
    const { contact, reachable } = view(subject('contact', 'bare'), email);
    expect(contact).not.to.have.any.keys('jobTitle', 'linkedInUrl');
    expect(reachable).to.deep.equal({ emailIsMasked: false, phoneIsMasked: false });
  });

  it('nothing of a contact or a switchboard that is not on record, whatever was revealed', () => {
    for (const kind of ['contact', 'switchboard'] as const) {
      expect(view(subject(kind, 'gone'), { kind, subjectId: 'gone', infoType: 'email' })).to.deep.equal({});
    }
  });

  it('[4.1.5] of an organization its details without what the appearance shows already, once they are revealed', () => {
    const details: RevealName = { kind: 'organization', subjectId: 'o', infoType: 'details' };
    expect(view(subject('organization', 'o', 'domain'), details).organization).to.deep.equal({
      detailsRevealed: true,
      details: { organizationNumber: '556036-0793', technologies: [], keywords: [], tags: [] },
    });
    expect(view(subject('organization', 'o', 'domain')).organization).to.deep.equal({ detailsRevealed: false });
    expect(view(subject('organization', 'o', 'domain', 'organizationNumber')).organization).to.have.property(
      'detailsRevealed',
      true,
    );
    expect(view(subject('organization', 'gone'), { ...details, subjectId: 'gone' }).organization).to.deep.equal({
      detailsRevealed: true,
      details: { technologies: [], keywords: [], tags: [] },
    });
  });

  it('a value in clear exactly where the very same subject and info type is', () => {
    const name = fc.record<RevealName>({
      kind: fc.constantFrom('contact', 'switchboard', 'organization'),
      subjectId: fc.constantFrom('c', 'o', 'bare'),
      infoType: fc.constantFrom('email', 'phone', 'details'),
    });
    fc.assert(
      fc.property(fc.array(name), (clear) => {
        const has = (kind: string, subjectId: string, infoType: string): boolean =>
          clear.some((each) => each.kind === kind && each.subjectId === subjectId && each.infoType === infoType);
        for (const [kind, id] of [
          ['contact', 'c'],
          ['switchboard', 'o'],
        ] as const) {
          const { reachable } = view(subject(kind, id), ...clear);
          expect(reachable?.emailIsMasked).to.equal(!has(kind, id, 'email'));
          expect(reachable?.phoneIsMasked).to.equal(!has(kind, id, 'phone'));
          expect(/^[^X]*$/.test(reachable?.email ?? '')).to.equal(has(kind, id, 'email'));
          expect(/^[^X]*$/.test(reachable?.phone ?? '')).to.equal(has(kind, id, 'phone'));
        }
        const { organization } = view(subject('organization', 'o'), ...clear);
        expect(organization?.detailsRevealed).to.equal(has('organization', 'o', 'details'));
      }),
    );
  });
});
