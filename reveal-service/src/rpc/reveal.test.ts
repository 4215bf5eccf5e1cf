import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { unavailable } from '#testing/recorded-credits.js';
import { createRevealDatabase, recording, seedContact, testId, type RevealDatabase } from '#testing/reveal-database.js';
import {
  call,
  contact,
  createSpendingFixture,
  organization,
  refusalOf,
  switchboard,
  toRequest,
  type SpendingFixture,
} from '#testing/spending-fixture.js';
import {
  bare,
  full,
  mailOnly,
  missing,
  organizationId,
  paid,
  revealedValues,
  seedSpendingSubjects,
  visible,
} from '#testing/spending-subjects.js';
import { createRevealViewer } from './viewer.js';

describe('RevealSpender', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedSpendingSubjects(database.superuser);
  });
  beforeEach(() => {
    database.clock.set('2026-03-01T12:00:00Z');
    fixture = createSpendingFixture(database);
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 10_000);
  });
  after(() => database.close());

  const quote = (subjects: ReturnType<typeof contact>[]) =>
    fixture.spender.quote({ accountId, priceGroup: 'default', subjects }, call());
  const attempts = () => fixture.admin.listAttempts({ accountId, afterAttemptId: '', limit: 1000 }, call());

  describe('shows', () => {
    const subjects = () => [contact(full, 'email'), switchboard(organizationId, 'phone'), contact(missing, 'email')];

    it('[2.3] in a quote what the account sees now', async () => {
      const outcome = await quote(subjects());
      expect(outcome.subjects.map(visible)).to.deep.equal([
        ['Test Person', 'XXXXX@example.se', '+4670XXXXXXX'],
        [undefined, 'XXXXX@example.se', '+4681XXXXXX'],
        [undefined, undefined, undefined],
      ]);
    });

    it('[2.3] in an outcome what was just or previously revealed, and masks the rest', async () => {
      const first = await fixture.spend({ accountId, subjects: subjects() });
      expect(first.subjects.map(visible)).to.deep.equal([
        ['Test Person', 'eva@example.se', '+4670XXXXXXX'],
        [undefined, 'XXXXX@example.se', '+4681234567'],
        [undefined, undefined, undefined],
      ]);
      const second = await fixture.spend({ accountId, subjects: [contact(full, 'phone')] });
      expect(visible(second.subjects[0])).to.deep.equal(['Test Person', 'eva@example.se', '+46701740605']);
      expect((await quote(subjects())).subjects.map(visible)[0]).to.deep.equal(visible(second.subjects[0]));
    });

    it('[4.1.5] details in each entry of an organization, except what that entry shows anyway', async () => {
      const order = [organization(organizationId, 'organizationNumber'), organization(organizationId, 'domain')];
      expect((await quote(order)).subjects.map((each) => each.organization?.detailsRevealed)).to.deep.equal([
        false,
        false,
      ]);
      const { subjects: outcomes } = await fixture.spend({ accountId, subjects: order });
      expect(outcomes.map((each) => [each.organization?.details?.domain, each.costMillicredits])).to.deep.equal([
        ['example.se', 200],
        [undefined, 200],
      ]);
    });

    it('what a concurrent request revealed first, for free', async () => {
      const order = { accountId, subjects: [contact(full, 'email')] };
      const [one, other] = await Promise.all([fixture.spend(order), fixture.spend(order)]);
      expect([one, other].map(({ subjects: [each] }) => visible(each)[1])).to.deep.equal([
        'eva@example.se',
        'eva@example.se',
      ]);
      expect(one.chargedMillicredits + other.chargedMillicredits).to.equal(200);
    });

    it('[D envelope] in a retry a value masked again after its reveal has expired', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      database.clock.set('2027-03-01T11:00:00Z');
      const order = { operation: 'around expiry', accountId, subjects: [contact(full, 'email', 'phone')] };
      const first = await fixture.spend(order);
      expect(visible(first.subjects[0])).to.deep.equal(['Test Person', 'eva@example.se', '+46701740605']);
      database.clock.set('2027-03-01T12:00:00Z');
      const again = await fixture.spend(order);
      expect(again.subjects.map(paid)).to.deep.equal(first.subjects.map(paid));
      expect(visible(again.subjects[0])).to.deep.equal(['Test Person', 'XXXXX@example.se', '+46701740605']);
    });

    it('I7 in a retry the same view again, and nothing of a contact that was removed in the meantime', async () => {
      const removed = testId('contact', 51);
      await seedContact(database.superuser, removed, organizationId, { email: 'removed@example.se' });
      const order = { operation: 'removed', accountId, subjects: [contact(removed, 'email')] };
      const first = await fixture.spend(order);
      expect((await fixture.spend(order)).subjects).to.deep.equal(first.subjects);
      await database.superuser.query('delete from directory.contacts where id = $1', [removed]);
      const [again] = (await fixture.spend(order)).subjects;
      expect(again).to.deep.equal(paid(first.subjects[0]));
    });
  });

  describe('quotes', () => {
    it('[4.4.5] [D envelope] the price of the real call, without a cap, and spends nothing', async () => {
      const subjects = [contact(full, 'email', 'phone'), contact(mailOnly, 'email', 'phone')];
      fixture.credits.balances.set(accountId, 100);
      const { subjects: outcomes, ...amounts } = await quote(subjects);
      expect({ subjects: outcomes.map(paid), ...amounts }).to.deep.equal({
        subjects: [
          {
            found: true,
            costMillicredits: 1200,
            newInfoTypes: ['email', 'phone'],
            alreadyRevealedInfoTypes: [],
            unavailableInfoTypes: [],
          },
          {
            found: true,
            costMillicredits: 200,
            newInfoTypes: ['email'],
            alreadyRevealedInfoTypes: [],
            unavailableInfoTypes: ['phone'],
          },
        ],
        quotedMillicredits: 1400,
        chargedMillicredits: 0,
        remainingMillicredits: 100,
      });
      expect(fixture.credits.reservations).to.deep.equal([]);
      expect(await revealedValues(database, accountId, full)).to.deep.equal([]);
      fixture.credits.balances.set(accountId, 1400);
      expect((await fixture.spend({ accountId, subjects })).chargedMillicredits).to.equal(1400);
    });

    it('[D accounts] without a subscription, and omits the remaining credits', async () => {
      fixture.credits.balances.delete(accountId);
      expect(await quote([contact(full, 'email')])).to.not.have.property('remainingMillicredits');
    });
  });

  describe('reveals', () => {
    it('[4.5.2] [4.5.4] [D envelope] charges the quoted price, unmasks, and captures exactly that price', async () => {
      const subjects = [contact(full, 'email', 'phone', 'linkedIn')];
      const { subjects: outcomes, ...amounts } = await fixture.spend({ accountId, subjects });
      expect({ subjects: outcomes.map(paid), ...amounts }).to.deep.equal({
        subjects: [
          {
            found: true,
            costMillicredits: 1200,
            newInfoTypes: ['email', 'phone'],
            alreadyRevealedInfoTypes: ['linkedIn'],
            unavailableInfoTypes: [],
          },
        ],
        quotedMillicredits: 1200,
        chargedMillicredits: 1200,
        remainingMillicredits: 8_800,
      });
      expect(await revealedValues(database, accountId, full)).to.deep.equal(['eva@example.se', '+46701740605']);
      expect(fixture.credits.states(accountId)).to.deep.equal(['captured']);
      expect(fixture.credits.captured(accountId)).to.equal(1200);
      expect((await attempts()).attempts).to.deep.equal([
        {
          attemptId: fixture.credits.reservations[0]?.reservationId,
          millicredits: 1200,
          statedMillicredits: 1200,
          missingReveals: 0,
        },
      ]);
    });

    it('[4.4.3] and the account can find the contact by the revealed address', async () => {
      await fixture.spend({ accountId, subjects: [contact(mailOnly, 'email')] });
      const { answers } = await createRevealViewer(database).findContactsByEmail(
        { queries: [{ accountId, emails: ['adam@example.se'] }] },
        call(),
      );
      expect(answers[0]?.found[0]?.contactIds).to.deep.equal([mailOnly]);
    });

    it('[4.1.6] organizations and switchboards, and charges each subject once', async () => {
      const outcome = await fixture.spend({
        accountId,
        subjects: [
          organization(organizationId, 'organizationNumber'),
          organization(organizationId, 'domain'),
          switchboard(organizationId, 'phone', 'email'),
        ],
      });
      expect(outcome.subjects.map((each) => each.costMillicredits)).to.deep.equal([200, 200, 1200]);
      expect([outcome.quotedMillicredits, outcome.chargedMillicredits]).to.deep.equal([1400, 1400]);
    });

    it('[4.5.3] charges only what is not revealed yet, and reserves nothing at price 0', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      const second = await fixture.spend({
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(bare, 'email')],
      });
      expect(second.chargedMillicredits).to.equal(1000);
      expect(second.subjects[0]).to.deep.include({ newInfoTypes: ['phone'], alreadyRevealedInfoTypes: ['email'] });
      const third = await fixture.spend({
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(missing, 'email')],
      });
      expect(third).to.deep.include({ chargedMillicredits: 0, quotedMillicredits: 0, remainingMillicredits: 8_800 });
      expect(third.subjects.map((each) => each.found)).to.deep.equal([true, false]);
      expect(fixture.credits.reservations).to.have.lengthOf(2);
    });

    it('[D accounts] what is free without a subscription, and refuses what costs credits', async () => {
      fixture.credits.balances.delete(accountId);
      expect(await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] })).to.deep.include({
        chargedMillicredits: 0,
      });
      const pauses = createSpendingFixture(database, {
        pause: () => Promise.reject(new Error('a spend without a subscription must not pause')),
      });
      expect(await refusalOf(pauses.spend({ accountId, subjects: [contact(full, 'email')] }))).to.deep.equal({
        code: 'insufficient_credits',
        members: { creditsRequiredMillicredits: 200, creditsRemainingMillicredits: null },
      });
      expect(await revealedValues(database, accountId, full)).to.deep.equal([]);
    });

    it('[4.5.2] at the prices of the price group, also at price 0', async () => {
      const { admin } = fixture;
      const price = { group: 'gold', subject: 'contact', infoType: 'email', millicredits: 0 };
      await admin.setPrice(price, call());
      const order = { accountId, priceGroup: 'gold', subjects: [contact(full, 'email')] };
      expect(await fixture.spend(order)).to.deep.include({ chargedMillicredits: 0 });
      expect(await revealedValues(database, accountId, full)).to.deep.equal(['eva@example.se']);
      expect((await attempts()).attempts.map((each) => each.millicredits)).to.deep.equal([0]);
    });

    it('for each account separately: another account pays for the same contact', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      const other = randomUUID();
      fixture.credits.balances.set(other, 200);
      const outcome = await fixture.spend({ accountId: other, subjects: [contact(full, 'email')] });
      expect(outcome.chargedMillicredits).to.equal(200);
    });

    it('nothing for an invalid request, and names the invalid field', async () => {
      const order = { accountId, subjects: [contact(full, 'email')] };
      const request = toRequest(order);
      const wrong: [field: string, changes: Partial<typeof request>][] = [
        ['operationId', { operationId: 'abc' }],
        ['accountId', { accountId: 'acme' }],
        ['maxMillicredits', { maxMillicredits: -1 }],
        ['subjects', { subjects: Array.from({ length: 26 }, () => contact(full, 'email')) }],
        ['subjects[0]', { subjects: [contact('acme', 'email')] }],
        ['subjects[0]', { subjects: [contact(full, 'details')] }],
        ['subjects[0]', { subjects: [{ ...contact(full), kind: 'SUBJECT_KIND_UNSPECIFIED' }] }],
      ];
      for (const [field, changes] of wrong) {
        const { code, members } = await refusalOf(fixture.spender.reveal({ ...request, ...changes }, call()));
        expect([code, Object.keys(members.errors ?? {})]).to.deep.equal(['validation_failed', [field]]);
      }
    });
  });

  describe('refuses and spends nothing', () => {
    const nothingDone = async () => {
      expect(fixture.credits.states(accountId)).not.to.include.members(['captured']);
      expect(await revealedValues(database, accountId, full)).to.deep.equal([]);
      expect((await attempts()).attempts).to.deep.equal([]);
    };

    it('[4.1.7] [4.5.4] [D envelope] above the cap, which takes precedence over the balance', async () => {
      fixture.credits.balances.set(accountId, 0);
      const order = { accountId, subjects: [contact(full, 'email', 'phone')], maxMillicredits: 1199 };
      expect(await refusalOf(fixture.spend(order))).to.deep.equal({
        code: 'credit_cap_exceeded',
        members: { creditsRequiredMillicredits: 1200, maxCredits: 1.199 },
      });
      await nothingDone();
      fixture.credits.balances.set(accountId, 1200);
      expect((await fixture.spend({ ...order, maxMillicredits: 1200 })).chargedMillicredits).to.equal(1200);
    });

    it('[4.1.7] [4.5.4] when the balance cannot pay everything, even if it could pay a part', async () => {
      fixture.credits.balances.set(accountId, 1100);
      const order = {
        operation: 'poor',
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(mailOnly, 'email')],
      };
      expect(await refusalOf(fixture.spend(order))).to.deep.equal({
        code: 'insufficient_credits',
        members: { creditsRequiredMillicredits: 1400, creditsRemainingMillicredits: 1100 },
      });
      await nothingDone();
      // A later try of the operation may succeed.
      fixture.credits.balances.set(accountId, 1400);
      expect((await fixture.spend(order)).chargedMillicredits).to.equal(1400);
    });

    it('I8 when credits-service cannot be reached', async () => {
      fixture.credits.faults.beforeReserve = unavailable(9);
      const order = { operation: 'unreachable', accountId, subjects: [contact(full, 'email')] };
      expect((await refusalOf(fixture.spend(order))).code).to.equal('service_unavailable');
      await nothingDone();
    });

    it('I8 when the database is read-only', async () => {
      const readOnly = Object.create(database.revealPool, {
        query: {
          value: (config: { name?: string }) =>
            config.name === 'reveal_commit_attempt'
              ? Promise.reject(
                  Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
                )
              : database.revealPool.query(config as never),
        },
      }) as typeof database.revealPool;
      fixture = createSpendingFixture(database, { credits: fixture.credits, revealPool: readOnly });
      const order = { accountId, subjects: [contact(full, 'email')] };
      expect((await refusalOf(fixture.spend(order))).code).to.equal('service_unavailable');
      expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
      await nothingDone();
    });

    it('I8 when too little time is left to commit', async () => {
      const late = call();
      fixture.credits.faults.afterReserve = () => {
        late.deadlineAt = Date.now() + 50;
      };
      const request = toRequest({ accountId, subjects: [contact(full, 'email')] });
      expect((await refusalOf(fixture.spender.reveal(request, late))).code).to.equal('service_unavailable');
      await fixture.resolutions.idle();
      expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
      await nothingDone();
    });
  });

  it('sends three statements: two concurrent reads and one write', async () => {
    const revealPool = recording(database.revealPool);
    const directoryPool = recording(database.directoryPool);
    fixture = createSpendingFixture(database, {
      credits: fixture.credits,
      revealPool: revealPool.pool,
      directoryPool: directoryPool.pool,
    });
    await fixture.spend({ accountId, subjects: [contact(full, 'email'), contact(mailOnly, 'email')] });
    expect(revealPool.sent.map(({ name }) => name)).to.deep.equal([
      'reveal_select_spend_snapshot',
      'reveal_commit_attempt',
    ]);
    expect(directoryPool.sent.map(({ name }) => name)).to.deep.equal(['reveal_select_contact_records']);
  });
});
