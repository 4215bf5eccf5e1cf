import { randomUUID } from 'node:crypto';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { unavailable } from '../testing/recorded-credits.js';
import {
  createRevealDatabase,
  recording,
  seedContact,
  seedOrganization,
  seedSwitchboard,
  testId,
  type RevealDatabase,
} from '../testing/reveal-database.js';
import {
  call,
  contact,
  createSpendingFixture,
  organization,
  refusalOf,
  switchboard,
  toRequest,
  type SpendingFixture,
} from '../testing/spending-fixture.js';
import { createRevealAdmin } from './admin.js';
import { createRevealViewer } from './viewer.js';

const start = new Date('2026-03-01T12:00:00Z');
const NOTHING: reveal.SubjectOutcome = {
  found: false,
  costMillicredits: 0,
  newInfoTypes: [],
  alreadyRevealedInfoTypes: [],
  unavailableInfoTypes: [],
};
const full = testId('contact', 1);
const mailOnly = testId('contact', 2);
const bare = testId('contact', 3);
const gone = testId('contact', 99);
const organizationId = testId('organization', 1);

describe('RevealSpender', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser } = database;
    await seedOrganization(superuser, organizationId, { domain: 'example.se' });
    await seedContact(superuser, full, organizationId, { email: 'eva@example.se', phone: '+46701740605' });
    await superuser.query("update directory.contacts set linked_in_slug = 'eva' where id = $1", [full]);
    await seedContact(superuser, mailOnly, organizationId, { email: 'adam@example.se' });
    await seedContact(superuser, bare, organizationId);
    await seedSwitchboard(superuser, organizationId, { phone: '+4681234567', email: 'info@example.se' });
  });
  beforeEach(() => {
    database.clock.set(start);
    fixture = createSpendingFixture(database);
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 10_000);
  });
  after(() => database.close());

  const quote = (subjects: ReturnType<typeof contact>[]) =>
    fixture.spender.quote({ accountId, priceGroup: 'default', subjects }, call());
  const attempts = () => fixture.spender.listAttempts({ accountId, afterAttemptId: '', limit: 1000 }, call());
  const inClear = async (contactId: string) => {
    const { answers } = await createRevealViewer(database).viewContacts(
      { queries: [{ accountId, contactIds: [contactId] }] },
      call(),
    );
    const view = answers[0]?.views[0];
    return [view?.email, view?.phone].filter((value) => value !== undefined && !value.includes('X'));
  };

  /** An outcome without what is seen. */
  const paid = (outcome: reveal.SubjectOutcome) => ({
    found: outcome.found,
    costMillicredits: outcome.costMillicredits,
    newInfoTypes: outcome.newInfoTypes,
    alreadyRevealedInfoTypes: outcome.alreadyRevealedInfoTypes,
    unavailableInfoTypes: outcome.unavailableInfoTypes,
  });
  const seen = ({ contact: shown, reachable }: reveal.SubjectOutcome = NOTHING) => [
    shown?.name,
    reachable?.email,
    reachable?.phone,
  ];

  describe('shows, with what it cost', () => {
    const subjects = () => [contact(full, 'email'), switchboard(organizationId, 'phone'), contact(gone, 'email')];

    it('[2.3] what the account sees as it is, when it quotes', async () => {
      const outcome = await quote(subjects());
      expect(outcome.subjects.map(seen)).to.deep.equal([
        ['Test Person', 'XXXXX@example.se', '+4670XXXXXXX'],
        [undefined, 'XXXXX@example.se', '+4681XXXXXX'],
        [undefined, undefined, undefined],
      ]);
    });

    it('[2.3] what was paid for in clear, and the rest masked unless it was revealed before', async () => {
      const first = await fixture.spend({ accountId, subjects: subjects() });
      expect(first.subjects.map(seen)).to.deep.equal([
        ['Test Person', 'eva@example.se', '+4670XXXXXXX'],
        [undefined, 'XXXXX@example.se', '+4681234567'],
        [undefined, undefined, undefined],
      ]);
      const second = await fixture.spend({ accountId, subjects: [contact(full, 'phone')] });
      expect(seen(second.subjects[0])).to.deep.equal(['Test Person', 'eva@example.se', '+46701740605']);
      expect((await quote(subjects())).subjects.map(seen)[0]).to.deep.equal(seen(second.subjects[0]));
    });

    it('[4.1.5] details for each appearance, without what that one shows already', async () => {
      const asked = [organization(organizationId, 'organizationNumber'), organization(organizationId, 'domain')];
      expect((await quote(asked)).subjects.map((each) => each.organization?.detailsRevealed)).to.deep.equal([
        false,
        false,
      ]);
      const { subjects: outcomes } = await fixture.spend({ accountId, subjects: asked });
      expect(outcomes.map((each) => [each.organization?.details?.domain, each.costMillicredits])).to.deep.equal([
        ['example.se', 200],
        [undefined, 200],
      ]);
    });

    it('what another request revealed first, in clear and free', async () => {
      const order = { accountId, subjects: [contact(full, 'email')] };
      const [one, other] = await Promise.all([fixture.spend(order), fixture.spend(order)]);
      expect([one, other].map(({ subjects: [each] }) => seen(each)[1])).to.deep.equal([
        'eva@example.se',
        'eva@example.se',
      ]);
      expect(one.chargedMillicredits + other.chargedMillicredits).to.equal(200);
    });

    it('[D envelope] on a retry masked again what has expired since', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      database.clock.set('2027-03-01T11:00:00Z');
      const order = { operation: 'around expiry', accountId, subjects: [contact(full, 'email', 'phone')] };
      const first = await fixture.spend(order);
      expect(seen(first.subjects[0])).to.deep.equal(['Test Person', 'eva@example.se', '+46701740605']);
      database.clock.set('2027-03-01T12:00:00Z');
      const again = await fixture.spend(order);
      expect(again.subjects.map(paid)).to.deep.equal(first.subjects.map(paid));
      expect(seen(again.subjects[0])).to.deep.equal(['Test Person', 'XXXXX@example.se', '+46701740605']);
    });

    it('I7 a retry the same again, and a contact that has gone since not at all', async () => {
      const leaving = testId('contact', 51);
      await seedContact(database.superuser, leaving, organizationId, { email: 'leaving@example.se' });
      const order = { operation: 'leaving', accountId, subjects: [contact(leaving, 'email')] };
      const first = await fixture.spend(order);
      expect((await fixture.spend(order)).subjects).to.deep.equal(first.subjects);
      await database.superuser.query('delete from directory.contacts where id = $1', [leaving]);
      const [again] = (await fixture.spend(order)).subjects;
      expect(again).to.deep.equal(paid(first.subjects[0] ?? NOTHING));
    });
  });

  describe('quotes', () => {
    it('[4.4.5] [D envelope] what the real call charges, without a cap, and spends nothing', async () => {
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
      expect(await inClear(full)).to.deep.equal([]);
      fixture.credits.balances.set(accountId, 1400);
      expect((await fixture.spend({ accountId, subjects })).chargedMillicredits).to.equal(1400);
    });

    it('[D accounts] without a subscription, and then remaining is absent', async () => {
      fixture.credits.balances.delete(accountId);
      expect(await quote([contact(full, 'email')])).to.not.have.property('remainingMillicredits');
    });
  });

  describe('reveals', () => {
    it('[4.5.2] [4.5.4] [D envelope] charges what it quotes, unmasks, and captures just that', async () => {
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
      expect(await inClear(full)).to.deep.equal(['eva@example.se', '+46701740605']);
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

    it('[4.4.3] lets the account find the contact by the address it revealed', async () => {
      await fixture.spend({ accountId, subjects: [contact(mailOnly, 'email')] });
      const { answers } = await createRevealViewer(database).findContactsByEmail(
        { queries: [{ accountId, emails: ['adam@example.se'] }] },
        call(),
      );
      expect(answers[0]?.found[0]?.contactIds).to.deep.equal([mailOnly]);
    });

    it('[4.1.6] organizations and switchboards too, each subject once', async () => {
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

    it('[4.5.3] charges only what is not revealed yet, and without a price reserves nothing', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      const second = await fixture.spend({
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(bare, 'email')],
      });
      expect(second.chargedMillicredits).to.equal(1000);
      expect(second.subjects[0]).to.deep.include({ newInfoTypes: ['phone'], alreadyRevealedInfoTypes: ['email'] });
      const third = await fixture.spend({
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(gone, 'email')],
      });
      expect(third).to.deep.include({ chargedMillicredits: 0, quotedMillicredits: 0, remainingMillicredits: 8_800 });
      expect(third.subjects.map((each) => each.found)).to.deep.equal([true, false]);
      expect(fixture.credits.reservations).to.have.lengthOf(2);
    });

    it('[D accounts] works without a subscription while nothing costs, and refuses what does', async () => {
      fixture.credits.balances.delete(accountId);
      expect(await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] })).to.deep.include({
        chargedMillicredits: 0,
      });
      const pauses = createSpendingFixture(database, {
        pause: () => Promise.reject(new Error('waited for a subscription')),
      });
      expect(await refusalOf(pauses.spend({ accountId, subjects: [contact(full, 'email')] }))).to.deep.equal({
        code: 'insufficient_credits',
        members: { creditsRequiredMillicredits: 200, creditsRemainingMillicredits: null },
      });
      expect(await inClear(full)).to.deep.equal([]);
    });

    it('[4.5.2] charges the prices of the price group, free ones too', async () => {
      const admin = createRevealAdmin(database);
      const price = { group: 'gold', subject: 'contact', infoType: 'email', millicredits: 0 };
      await admin.setPrice(price, call());
      const asked = { accountId, priceGroup: 'gold', subjects: [contact(full, 'email')] };
      expect(await fixture.spend(asked)).to.deep.include({ chargedMillicredits: 0 });
      expect(await inClear(full)).to.deep.equal(['eva@example.se']);
      expect((await attempts()).attempts.map((each) => each.millicredits)).to.deep.equal([0]);
    });

    it('keeps accounts apart: what one revealed, another pays', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email')] });
      const other = randomUUID();
      fixture.credits.balances.set(other, 200);
      const outcome = await fixture.spend({ accountId: other, subjects: [contact(full, 'email')] });
      expect(outcome.chargedMillicredits).to.equal(200);
    });

    it('refuses a request that is none, naming what is wrong', async () => {
      const asked = { accountId, subjects: [contact(full, 'email')] };
      const request = toRequest(asked);
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

  describe('refuses, spending nothing', () => {
    const nothingDone = async () => {
      expect(fixture.credits.states(accountId)).not.to.include.members(['captured']);
      expect(await inClear(full)).to.deep.equal([]);
      expect((await attempts()).attempts).to.deep.equal([]);
    };

    it('[4.1.7] [4.5.4] [D envelope] above the cap, which is named before the balance', async () => {
      fixture.credits.balances.set(accountId, 0);
      const asked = { accountId, subjects: [contact(full, 'email', 'phone')], maxMillicredits: 1199 };
      expect(await refusalOf(fixture.spend(asked))).to.deep.equal({
        code: 'credit_cap_exceeded',
        members: { creditsRequiredMillicredits: 1200, maxCredits: 1.199 },
      });
      await nothingDone();
      fixture.credits.balances.set(accountId, 1200);
      expect((await fixture.spend({ ...asked, maxMillicredits: 1200 })).chargedMillicredits).to.equal(1200);
    });

    it('[4.1.7] [4.5.4] what the balance cannot pay, also when it could pay a part', async () => {
      fixture.credits.balances.set(accountId, 1100);
      const asked = {
        operation: 'poor',
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(mailOnly, 'email')],
      };
      expect(await refusalOf(fixture.spend(asked))).to.deep.equal({
        code: 'insufficient_credits',
        members: { creditsRequiredMillicredits: 1400, creditsRemainingMillicredits: 1100 },
      });
      await nothingDone();
      // A refusal is not remembered.
      fixture.credits.balances.set(accountId, 1400);
      expect((await fixture.spend(asked)).chargedMillicredits).to.equal(1400);
    });

    it('I8 when credits-service cannot be reached', async () => {
      fixture.credits.faults.beforeReserve = unavailable(9);
      const asked = { operation: 'unreachable', accountId, subjects: [contact(full, 'email')] };
      expect((await refusalOf(fixture.spend(asked))).code).to.equal('service_unavailable');
      await nothingDone();
    });

    it('I8 when the database takes no writes', async () => {
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
      const asked = { accountId, subjects: [contact(full, 'email')] };
      expect((await refusalOf(fixture.spend(asked))).code).to.equal('service_unavailable');
      expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
      await nothingDone();
    });

    it('I8 when no time is left to commit', async () => {
      const late = call();
      fixture.credits.faults.afterReserve = () => {
        late.deadlineAt = Date.now() + 50;
      };
      const request = toRequest({ accountId, subjects: [contact(full, 'email')] });
      expect((await refusalOf(fixture.spender.reveal(request, late))).code).to.equal('service_unavailable');
      await fixture.settlements.idle();
      expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
      await nothingDone();
    });
  });

  describe('I7 one operation', () => {
    it('answers its first outcome again, charges nothing, and shows the balance of now', async () => {
      const asked = {
        operation: 'once',
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(gone, 'email')],
      };
      const first = await fixture.spend(asked);
      fixture.credits.balances.set(accountId, 5_000);
      // Neither the cap nor what happened meanwhile matters to what has been done.
      expect(await fixture.spend({ ...asked, maxMillicredits: 0 })).to.deep.equal({
        ...first,
        remainingMillicredits: 5_000,
      });
      expect(fixture.credits.reservations).to.have.lengthOf(1);
    });

    it('is an operation of its account alone', async () => {
      const subjects = [contact(full, 'email')];
      await fixture.spend({ operation: 'same', accountId, subjects });
      const other = randomUUID();
      fixture.credits.balances.set(other, 200);
      await fixture.spend({ operation: 'same', accountId: other, subjects });
      expect(fixture.credits.captured(other)).to.equal(200);
    });

    it('is one also when nothing cost anything', async () => {
      const asked = { operation: 'free', accountId, subjects: [contact(mailOnly, 'phone')] };
      const first = await fixture.spend(asked);
      await database.superuser.query(
        "update directory.contact_details set phone = '+46701740606' where contact_id = $1",
        [mailOnly],
      );
      try {
        const again = await fixture.spend(asked);
        expect(again.subjects.map(paid)).to.deep.equal(first.subjects.map(paid));
        expect(again.chargedMillicredits).to.equal(0);
        expect(seen(again.subjects[0])).to.deep.equal(['Test Person', 'XXXXX@example.se', '+4670XXXXXXX']);
      } finally {
        await database.superuser.query('update directory.contact_details set phone = null where contact_id = $1', [
          mailOnly,
        ]);
      }
    });

    it('counts for 24 hours, half open; then its id begins another, and what is revealed stays free', async () => {
      const asked = { operation: 'day', accountId, subjects: [contact(full, 'email')] };
      await fixture.spend(asked);
      database.clock.set('2026-03-02T11:59:59.999Z');
      expect((await fixture.spend(asked)).chargedMillicredits).to.equal(200);
      database.clock.set('2026-03-02T12:00:00.000Z');
      expect((await fixture.spend(asked)).chargedMillicredits).to.equal(0);
      expect((await fixture.spend(asked)).subjects[0]?.alreadyRevealedInfoTypes).to.deep.equal(['email']);
      expect(fixture.credits.captured(accountId)).to.equal(200);
    });

    it("does not pile up: an account's later spends remove those that count no more", async () => {
      for (let n = 0; n < 6; n += 1) await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] });
      database.clock.set('2026-03-03T12:00:00Z');
      for (let n = 0; n < 3; n += 1) await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] });
      const { rows } = await database.superuser.query('select 1 from reveal.operations where account_id = $1', [
        accountId,
      ]);
      expect(rows).to.have.lengthOf(3);
    });

    it('leaves no personal data behind', async () => {
      await fixture.spend({ accountId, subjects: [contact(full, 'email', 'phone')] });
      const { rows } = await database.superuser.query<{ text: string }>(
        `select planned::text || reveals::text as text
        from reveal.operations join reveal.attempts using (account_id, attempt_id) where account_id = $1`,
        [accountId],
      );
      expect(rows[0]?.text).to.include(full);
      expect(rows[0]?.text).not.to.match(/eva|example|\+46/);
    });
  });

  describe('between quote and reveal', () => {
    const asked = () => ({ accountId, subjects: [contact(full, 'email')] });

    it('a price may change: the answer says the real cost, and the cap protects', async () => {
      const quoted = await quote([contact(full, 'email')]);
      const admin = createRevealAdmin(database);
      const price = { group: 'default', subject: 'contact', infoType: 'email', millicredits: 300 };
      await admin.setPrice(price, call());
      try {
        const capped = { ...asked(), maxMillicredits: quoted.quotedMillicredits };
        expect((await refusalOf(fixture.spend(capped))).members).to.include({ creditsRequiredMillicredits: 300 });
        expect((await fixture.spend(asked())).chargedMillicredits).to.equal(300);
      } finally {
        await admin.setPrice({ ...price, millicredits: 200 }, call());
      }
    });

    it('a contact may be removed: it is not found, and not charged', async () => {
      const leaving = testId('contact', 50);
      await seedContact(database.superuser, leaving, organizationId, { email: 'leaving@example.se' });
      const subjects = [contact(leaving, 'email'), contact(full, 'email')];
      expect((await quote(subjects)).quotedMillicredits).to.equal(400);
      await database.superuser.query('delete from directory.contacts where id = $1', [leaving]);
      const outcome = await fixture.spend({ accountId, subjects });
      expect(outcome.subjects.map((each) => [each.found, each.costMillicredits])).to.deep.equal([
        [false, 0],
        [true, 200],
      ]);
      expect(outcome.chargedMillicredits).to.equal(200);
    });
  });

  describe('time', () => {
    it('[D envelope] a reveal holds for one calendar year, half open, and is then charged again', async () => {
      const asked = () => ({ accountId, subjects: [contact(full, 'phone')] });
      await fixture.spend(asked());
      database.clock.set('2027-03-01T11:59:59.999Z');
      expect((await fixture.spend(asked())).chargedMillicredits).to.equal(0);
      // Free, and not prolonged.
      database.clock.set('2027-03-01T12:00:00.000Z');
      expect(await inClear(full)).to.deep.equal([]);
      expect((await fixture.spend(asked())).chargedMillicredits).to.equal(1000);
      expect(await inClear(full)).to.deep.equal(['+46701740605']);
      expect((await attempts()).attempts.map((each) => each.millicredits).toSorted((a, b) => a - b)).to.deep.equal([
        0, 1000, 1000,
      ]);
    });

    it('I8 a clock that jumps back neither masks nor charges again what was paid for', async () => {
      const asked = { accountId, subjects: [contact(full, 'email')] };
      await fixture.spend(asked);
      database.clock.set('2026-02-01T12:00:00Z');
      expect(await inClear(full)).to.deep.equal(['eva@example.se']);
      expect((await fixture.spend(asked)).chargedMillicredits).to.equal(0);
    });
  });

  it('sends few statements: what it reads goes at once, what it writes is one', async () => {
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

  it("lists an account's attempts by id, in pages", async () => {
    for (const infoType of ['email', 'phone']) await fixture.spend({ accountId, subjects: [contact(full, infoType)] });
    const list = (afterAttemptId: string) =>
      fixture.spender.listAttempts({ accountId, afterAttemptId, limit: 1 }, call());
    const [first] = (await list('')).attempts;
    const [second] = (await list(first?.attemptId ?? '')).attempts;
    expect((await list(second?.attemptId ?? '')).attempts).to.deep.equal([]);
    expect([first, second]).to.deep.equal((await attempts()).attempts);
    expect([first?.millicredits, second?.millicredits]).to.have.members([200, 1000]);
    for (const limit of [0, 1001]) {
      const refused = fixture.spender.listAttempts({ accountId, afterAttemptId: '', limit }, call());
      expect((await refusalOf(refused)).code).to.equal('validation_failed');
    }
  });
});
