import { expect } from 'chai';
import fc from 'fast-check';
import type { ContactRecord } from '../masking/records.js';
import { eitherInClear, inClear, type RevealName } from '../masking/in-clear.js';
import type { RecordedDetails } from '../masking/organization-details.js';
import {
  leftInClear,
  plannedReveals,
  planSpend,
  settlePlan,
  subjectKey,
  totalMillicredits,
  type PlanFacts,
  type WantedSubject,
  subjectOutcomes,
} from './plan.js';
import { priceOf, type InfoType, type Subject } from './prices.js';

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
const full: ContactRecord = {
  id: 'c',
  name: 'Eva Exempel',
  jobTitle: null,
  isExecutive: false,
  isDecisionMaker: false,
  linkedInSlug: 'eva-exempel',
  organizationId: 'o',
  organizationName: 'Exempel AB',
  email: 'eva@example.se',
  phone: '+46701740605',
};
const numberAndDomain: RecordedDetails = { organizationNumber: '556036-0793', domain: 'example.se', linkedInUrl: null };

const facts = (changes: Partial<PlanFacts['records']> = {}, revealed: readonly RevealName[] = []): PlanFacts => ({
  records: { contact: new Map(), switchboard: new Map(), organization: new Map(), ...changes },
  revealed: inClear(revealed),
  priceOf: (kind, infoType) => priceOf([], 'default', kind, infoType),
});
const outcomes = (wanted: WantedSubject[], given: PlanFacts) => subjectOutcomes(wanted, planSpend(wanted, given));

describe('planSpend', () => {
  it('[4.5.2] prices e-mail 0.2, phone 1.0, both their sum, linkedIn 0', () => {
    const given = facts({ contact: new Map([['c', full]]) });
    const cost = (...infoTypes: InfoType[]) => totalMillicredits(planSpend([contact('c', ...infoTypes)], given));
    expect([cost('email'), cost('phone'), cost('email', 'phone'), cost('linkedIn')]).to.deep.equal([
      200, 1000, 1200, 0,
    ]);
  });

  it('[2.4] tells new, already revealed and unavailable apart, each in the order of the request', () => {
    const given = facts({ contact: new Map([['c', { ...full, phone: null }]]) }, [
      { kind: 'contact', subjectId: 'c', infoType: 'email' },
    ]);
    expect(outcomes([contact('c', 'phone', 'linkedIn', 'email')], given)).to.deep.equal([
      {
        found: true,
        costMillicredits: 0,
        newInfoTypes: [],
        alreadyRevealedInfoTypes: ['linkedIn', 'email'],
        unavailableInfoTypes: ['phone'],
      },
    ]);
  });

  it('[2.4] reports linkedIn as revealed when it is there, as unavailable when it is not, and never as new', () => {
    const contacts = new Map([
      ['with', full],
      ['without', { ...full, linkedInSlug: null }],
    ]);
    const [present, absent] = outcomes(
      [contact('with', 'linkedIn'), contact('without', 'linkedIn')],
      facts({ contact: contacts }),
    );
    expect(present).to.deep.include({ newInfoTypes: [], alreadyRevealedInfoTypes: ['linkedIn'] });
    expect(absent).to.deep.include({ newInfoTypes: [], unavailableInfoTypes: ['linkedIn'] });
  });

  it('[4.5.3] charges a contact that appears more than once once, and shows its price each time', () => {
    const wanted = [contact('c', 'email'), contact('c', 'email'), contact('c', 'email')];
    const given = facts({ contact: new Map([['c', full]]) });
    expect(totalMillicredits(planSpend(wanted, given))).to.equal(200);
    expect(outcomes(wanted, given).map((each) => each.costMillicredits)).to.deep.equal([200, 200, 200]);
  });

  it('[4.5.3] charges nothing for a contact with none of the requested types on record, or that is not there', () => {
    const given = facts({ contact: new Map([['c', { ...full, email: null, phone: null, linkedInSlug: null }]]) });
    expect(outcomes([contact('c', 'email'), contact('gone', 'email')], given)).to.deep.equal([
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

  it('[4.1.6] [D results.5] charges an organization once, when any of its results holds something back, each showing the price', () => {
    const given = facts({ organization: new Map([['o', numberAndDomain]]) });
    const costs = (...wanted: WantedSubject[]) => [
      totalMillicredits(planSpend(wanted, given)),
      ...outcomes(wanted, given).map((each) => each.costMillicredits),
    ];
    const holdsNothingBack = organization('o', 'organizationNumber', 'domain');
    expect(costs(holdsNothingBack)).to.deep.equal([0, 0]);
    expect(costs(holdsNothingBack, organization('o', 'domain'))).to.deep.equal([200, 200, 200]);
    expect(costs(organization('o', 'organizationNumber'), organization('o', 'domain'))).to.deep.equal([200, 200, 200]);
  });

  it('leaves in clear what is new and what was revealed before, and nothing that is not on record', () => {
    const given = facts({ contact: new Map([['c', { ...full, phone: null }]]) }, [
      { kind: 'contact', subjectId: 'c', infoType: 'email' },
    ]);
    const left = (...infoTypes: InfoType[]) =>
      leftInClear(planSpend([contact('c', ...infoTypes)], given)).map(({ infoType }) => infoType);
    expect(left('email', 'phone')).to.deep.equal(['email']);
    expect(leftInClear(planSpend([contact('c', 'email')], { ...given, revealed: inClear([]) }))).to.deep.equal([
      { kind: 'contact', subjectId: 'c', infoType: 'email' },
    ]);
  });

  it('answers for a subject that the plan does not have that it was not found', () => {
    const planned = planSpend([contact('c', 'email')], facts({ contact: new Map([['c', full]]) }));
    const [other] = subjectOutcomes([contact('other', 'email')], planned);
    expect(other).to.deep.include({ found: false, costMillicredits: 0 });
  });
});

describe('plans, whatever is asked', () => {
  const ids = ['1', '2', '3', '4'];
  const infoTypes = fc.uniqueArray(fc.constantFrom<InfoType>('email', 'phone', 'linkedIn'), { minLength: 1 });
  const reachable = fc.record({
    email: fc.option(fc.constant('eva@example.se')),
    phone: fc.option(fc.constant('+46701740605')),
  });
  const contactRecord = fc
    .tuple(reachable, fc.option(fc.constant('eva-exempel')))
    .map(([values, linkedInSlug]) => ({ ...full, ...values, linkedInSlug }));
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
  const anyFacts = fc
    .record({
      contact: byId(contactRecord),
      switchboard: byId(reachable),
      organization: byId(details),
      revealed: fc.array(
        fc.record({
          kind: fc.constantFrom<Subject>('contact', 'switchboard', 'organization'),
          subjectId: fc.constantFrom(...ids),
          infoType: fc.constantFrom<InfoType>('email', 'phone', 'details'),
        }),
      ),
    })
    .map(({ revealed, ...records }) => facts(records, revealed));
  const request = fc.array(wantedSubject, { maxLength: 12 });

  it('[4.5.3] cost the same in any order and however often a subject is repeated', () => {
    const shuffled = request.chain((wanted) =>
      fc.tuple(fc.constant(wanted), fc.shuffledSubarray([...wanted, ...wanted], { minLength: wanted.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, anyFacts, ([wanted, again], given) => {
        expect(totalMillicredits(planSpend(again, given))).to.equal(totalMillicredits(planSpend(wanted, given)));
      }),
    );
  });

  it('[2.1] cost in all what their distinct subjects cost, and every appearance shows that', () => {
    fc.assert(
      fc.property(request, anyFacts, (wanted, given) => {
        const planned = planSpend(wanted, given);
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

  it('[2.4] put every requested info type of a found subject in exactly one list, and linkedIn never among the new', () => {
    fc.assert(
      fc.property(request, anyFacts, (wanted, given) => {
        for (const [index, outcome] of outcomes(wanted, given).entries()) {
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

  it('I5 charge exactly what was revealed, whatever part of the plan that is, and never more than planned', () => {
    const withRevealed = fc.tuple(request, anyFacts).chain(([wanted, given]) => {
      const planned = planSpend(wanted, given);
      return fc.tuple(fc.constant(planned), fc.subarray(plannedReveals(planned)));
    });
    fc.assert(
      fc.property(withRevealed, ([planned, revealed]) => {
        const settled = settlePlan(planned, revealed);
        const price = revealed.reduce((total, { millicredits }) => total + millicredits, 0);
        expect(totalMillicredits(settled)).to.equal(price);
        expect(price).to.be.at.most(totalMillicredits(planned));
        expect(plannedReveals(settled)).to.deep.equal(revealed);
      }),
    );
  });

  it('cost nothing once everything that they reveal is revealed', () => {
    fc.assert(
      fc.property(request, anyFacts, (wanted, given) => {
        const planned = plannedReveals(planSpend(wanted, given));
        const after: PlanFacts = { ...given, revealed: eitherInClear(inClear(planned), given.revealed) };
        expect(totalMillicredits(planSpend(wanted, after))).to.equal(0);
      }),
    );
  });
});
