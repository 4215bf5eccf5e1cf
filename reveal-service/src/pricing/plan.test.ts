import { expect } from 'chai';
import fc from 'fast-check';
import type { RecordedDetails } from '../masking/organization-details.js';
import { revealedSet, unionOf } from '../masking/revealed-set.js';
import { FULL_CONTACT } from '#testing/contact.js';
import type { InfoType, RevealKey, Subject, WantedSubject } from '../subjects.js';
import {
  plannedReveals,
  planSpend,
  reconcilePlan,
  revealedAfter,
  subjectKey,
  subjectOutcomes,
  totalMillicredits,
  type PlanSnapshot,
} from './plan.js';
import { priceOf } from './prices.js';

const contact = (subjectId: string, ...infoTypes: InfoType[]): WantedSubject => ({
  kind: 'contact',
  subjectId,
  infoTypes,
  shownIdentifiers: [],
});
const organization = (subjectId: string, ...shownIdentifiers: string[]): WantedSubject => ({
  kind: 'organization',
  subjectId,
  infoTypes: ['details'],
  shownIdentifiers,
});
const numberAndDomain: RecordedDetails = { organizationNumber: '556036-0793', domain: 'example.se', linkedInUrl: null };

const snapshotOf = (
  changes: Partial<PlanSnapshot['records']> = {},
  revealed: readonly RevealKey[] = [],
): PlanSnapshot => ({
  records: { contact: new Map(), switchboard: new Map(), organization: new Map(), ...changes },
  revealed: revealedSet(revealed),
  priceOf: (kind, infoType) => priceOf([], 'default', kind, infoType),
});
const outcomes = (wanted: WantedSubject[], snapshot: PlanSnapshot) =>
  subjectOutcomes(wanted, planSpend(wanted, snapshot));

describe('planSpend', () => {
  it('[4.5.2] prices e-mail 0.2, phone 1.0, both their sum, linkedIn 0', () => {
    const snapshot = snapshotOf({ contact: new Map([['c', FULL_CONTACT]]) });
    const cost = (...infoTypes: InfoType[]) => totalMillicredits(planSpend([contact('c', ...infoTypes)], snapshot));
    expect([cost('email'), cost('phone'), cost('email', 'phone'), cost('linkedIn')]).to.deep.equal([
      200, 1000, 1200, 0,
    ]);
  });

  it('[2.4] separates new, already revealed and unavailable info types, each in request order', () => {
    const snapshot = snapshotOf({ contact: new Map([['c', { ...FULL_CONTACT, phone: null }]]) }, [
      { kind: 'contact', subjectId: 'c', infoType: 'email' },
    ]);
    expect(outcomes([contact('c', 'phone', 'linkedIn', 'email')], snapshot)).to.deep.equal([
      {
        found: true,
        costMillicredits: 0,
        newInfoTypes: [],
        alreadyRevealedInfoTypes: ['linkedIn', 'email'],
        unavailableInfoTypes: ['phone'],
      },
    ]);
  });

  it('[2.4] reports linkedIn as revealed when it is on record, else as unavailable, and never as new', () => {
    const contacts = new Map([
      ['with', FULL_CONTACT],
      ['without', { ...FULL_CONTACT, linkedInSlug: null }],
    ]);
    const [present, absent] = outcomes(
      [contact('with', 'linkedIn'), contact('without', 'linkedIn')],
      snapshotOf({ contact: contacts }),
    );
    expect(present).to.deep.include({ newInfoTypes: [], alreadyRevealedInfoTypes: ['linkedIn'] });
    expect(absent).to.deep.include({ newInfoTypes: [], unavailableInfoTypes: ['linkedIn'] });
  });

  it('[4.5.3] charges a contact with several entries once, and shows its price in each', () => {
    const wanted = [contact('c', 'email'), contact('c', 'email'), contact('c', 'email')];
    const snapshot = snapshotOf({ contact: new Map([['c', FULL_CONTACT]]) });
    expect(totalMillicredits(planSpend(wanted, snapshot))).to.equal(200);
    expect(outcomes(wanted, snapshot).map((each) => each.costMillicredits)).to.deep.equal([200, 200, 200]);
  });

  it('[4.5.3] charges nothing for a contact that is not on record or has none of the requested info types', () => {
    const snapshot = snapshotOf({
      contact: new Map([['c', { ...FULL_CONTACT, email: null, phone: null, linkedInSlug: null }]]),
    });
    expect(outcomes([contact('c', 'email'), contact('missing', 'email')], snapshot)).to.deep.equal([
      {
        found: true,
        costMillicredits: 0,
        newInfoTypes: [],
        alreadyRevealedInfoTypes: [],
        unavailableInfoTypes: ['email'],
      },
      { found: false, costMillicredits: 0, newInfoTypes: [], alreadyRevealedInfoTypes: [], unavailableInfoTypes: [] },
    ]);
  });

  it('[4.1.6] [D results.5] charges an organization once when any of its entries holds something back, and shows the price in each', () => {
    const snapshot = snapshotOf({ organization: new Map([['o', numberAndDomain]]) });
    const costs = (...wanted: WantedSubject[]) => [
      totalMillicredits(planSpend(wanted, snapshot)),
      ...outcomes(wanted, snapshot).map((each) => each.costMillicredits),
    ];
    const holdsNothingBack = organization('o', 'organizationNumber', 'domain');
    expect(costs(holdsNothingBack)).to.deep.equal([0, 0]);
    expect(costs(holdsNothingBack, organization('o', 'domain'))).to.deep.equal([200, 200, 200]);
    expect(costs(organization('o', 'organizationNumber'), organization('o', 'domain'))).to.deep.equal([200, 200, 200]);
  });

  it('leaves new and earlier reveals revealed, and nothing that is not on record', () => {
    const snapshot = snapshotOf({ contact: new Map([['c', { ...FULL_CONTACT, phone: null }]]) }, [
      { kind: 'contact', subjectId: 'c', infoType: 'email' },
    ]);
    const revealedTypes = (...infoTypes: InfoType[]) =>
      revealedAfter(planSpend([contact('c', ...infoTypes)], snapshot)).map(({ infoType }) => infoType);
    expect(revealedTypes('email', 'phone')).to.deep.equal(['email']);
    expect(revealedAfter(planSpend([contact('c', 'email')], { ...snapshot, revealed: revealedSet([]) }))).to.deep.equal(
      [{ kind: 'contact', subjectId: 'c', infoType: 'email' }],
    );
  });

  it('reports a subject that the plan does not contain as not found', () => {
    const planned = planSpend([contact('c', 'email')], snapshotOf({ contact: new Map([['c', FULL_CONTACT]]) }));
    const [other] = subjectOutcomes([contact('other', 'email')], planned);
    expect(other).to.deep.include({ found: false, costMillicredits: 0 });
  });
});

describe('any plan', () => {
  const ids = ['1', '2', '3', '4'];
  const infoTypes = fc.uniqueArray(fc.constantFrom<InfoType>('email', 'phone', 'linkedIn'), { minLength: 1 });
  const contactChannels = fc.record({
    email: fc.option(fc.constant('eva@example.se')),
    phone: fc.option(fc.constant('+46701740605')),
  });
  const contactRecord = fc
    .tuple(contactChannels, fc.option(fc.constant('eva-exempel')))
    .map(([values, linkedInSlug]) => ({ ...FULL_CONTACT, ...values, linkedInSlug }));
  const details = fc.record({
    organizationNumber: fc.constantFrom('850101-XXXX', '556036-0793'),
    domain: fc.option(fc.constant('example.se')),
    linkedInUrl: fc.option(fc.constant('https://www.linkedin.com/company/example')),
    website: fc.option(fc.constant('https://example.se')),
  });
  const byId = <Record>(record: fc.Arbitrary<Record>) =>
    fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), record), { selector: ([id]) => id }).map((each) => new Map(each));
  const wantedSubject: fc.Arbitrary<WantedSubject> = fc.oneof(
    fc.tuple(fc.constantFrom(...ids), infoTypes).map(([id, types]) => contact(id, ...types)),
    fc.constantFrom(...ids).map((subjectId) => ({
      kind: 'switchboard' as const,
      subjectId,
      infoTypes: ['phone' as const, 'email' as const],
      shownIdentifiers: [],
    })),
    fc
      .tuple(fc.constantFrom(...ids), fc.subarray(['organizationNumber', 'domain', 'linkedInUrl']))
      .map(([id, shown]) => organization(id, ...shown)),
  );
  const anySnapshot = fc
    .record({
      contact: byId(contactRecord),
      switchboard: byId(contactChannels),
      organization: byId(details),
      revealed: fc.array(
        fc.record({
          kind: fc.constantFrom<Subject>('contact', 'switchboard', 'organization'),
          subjectId: fc.constantFrom(...ids),
          infoType: fc.constantFrom<InfoType>('email', 'phone', 'details'),
        }),
      ),
    })
    .map(({ revealed, ...records }) => snapshotOf(records, revealed));
  const request = fc.array(wantedSubject, { maxLength: 12 });

  it('[4.5.3] costs the same in any order and with any repetition of subjects', () => {
    const shuffled = request.chain((wanted) =>
      fc.tuple(fc.constant(wanted), fc.shuffledSubarray([...wanted, ...wanted], { minLength: wanted.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, anySnapshot, ([wanted, again], snapshot) => {
        expect(totalMillicredits(planSpend(again, snapshot))).to.equal(totalMillicredits(planSpend(wanted, snapshot)));
      }),
    );
  });

  it('[2.1] costs the sum of its distinct subjects, and all entries of a subject show its cost', () => {
    fc.assert(
      fc.property(request, anySnapshot, (wanted, snapshot) => {
        const planned = planSpend(wanted, snapshot);
        const costs = new Map<string, number>();
        for (const [index, outcome] of subjectOutcomes(wanted, planned).entries()) {
          const { kind, subjectId } = wanted[index] as WantedSubject;
          const key = subjectKey(kind, subjectId);
          expect(costs.get(key) ?? outcome.costMillicredits).to.equal(outcome.costMillicredits);
          costs.set(key, outcome.costMillicredits);
        }
        expect([...costs.values()].reduce((total, cost) => total + cost, 0)).to.equal(totalMillicredits(planned));
      }),
    );
  });

  it('[2.4] puts each requested info type of a found subject in exactly one list, and never linkedIn in the new ones', () => {
    fc.assert(
      fc.property(request, anySnapshot, (wanted, snapshot) => {
        for (const [index, outcome] of outcomes(wanted, snapshot).entries()) {
          const { newInfoTypes, alreadyRevealedInfoTypes, unavailableInfoTypes } = outcome;
          const listed = [...newInfoTypes, ...alreadyRevealedInfoTypes, ...unavailableInfoTypes];
          expect(new Set(listed).size).to.equal(listed.length);
          if (outcome.found) expect(listed).to.include.members([...(wanted[index]?.infoTypes ?? [])]);
          else expect(listed).to.deep.equal([]);
          expect(newInfoTypes).not.to.include('linkedIn');
        }
      }),
    );
  });

  it('I5 charges exactly the part of it that was revealed, and never more than planned', () => {
    const withRevealed = fc.tuple(request, anySnapshot).chain(([wanted, snapshot]) => {
      const planned = planSpend(wanted, snapshot);
      return fc.tuple(fc.constant(planned), fc.subarray(plannedReveals(planned)));
    });
    fc.assert(
      fc.property(withRevealed, ([planned, revealed]) => {
        const committed = reconcilePlan(planned, revealed);
        const price = revealed.reduce((total, { millicredits }) => total + millicredits, 0);
        expect(totalMillicredits(committed)).to.equal(price);
        expect(price).to.be.at.most(totalMillicredits(planned));
        expect(plannedReveals(committed)).to.deep.equal(revealed);
      }),
    );
  });

  it('costs nothing after everything in it has been revealed', () => {
    fc.assert(
      fc.property(request, anySnapshot, (wanted, snapshot) => {
        const planned = plannedReveals(planSpend(wanted, snapshot));
        const after: PlanSnapshot = { ...snapshot, revealed: unionOf(revealedSet(planned), snapshot.revealed) };
        expect(totalMillicredits(planSpend(wanted, after))).to.equal(0);
      }),
    );
  });
});
