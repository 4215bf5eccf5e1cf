import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRevealDatabase, seedContact, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { call, contact, createSpendingFixture, refusalOf, type SpendingFixture } from '#testing/spending-fixture.js';
import {
  full,
  mailOnly,
  missing,
  organizationId,
  paid,
  revealedValues,
  seedSpendingSubjects,
  visible,
} from '#testing/spending-subjects.js';

describe('RevealSpender over time', () => {
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

  describe('I7 one operation', () => {
    it('returns its first outcome again, charges nothing, and shows the current balance', async () => {
      const order = {
        operation: 'once',
        accountId,
        subjects: [contact(full, 'email', 'phone'), contact(missing, 'email')],
      };
      const first = await fixture.spend(order);
      fixture.credits.balances.set(accountId, 5_000);
      // Neither a new cap nor a new balance changes the outcome.
      expect(await fixture.spend({ ...order, maxMillicredits: 0 })).to.deep.equal({
        ...first,
        remainingMillicredits: 5_000,
      });
      expect(fixture.credits.reservations).to.have.lengthOf(1);
    });

    it('belongs to its account: the same id of another account is another operation', async () => {
      const subjects = [contact(full, 'email')];
      await fixture.spend({ operation: 'same', accountId, subjects });
      const other = randomUUID();
      fixture.credits.balances.set(other, 200);
      await fixture.spend({ operation: 'same', accountId: other, subjects });
      expect(fixture.credits.captured(other)).to.equal(200);
    });

    it('keeps its outcome at price 0', async () => {
      const order = { operation: 'free', accountId, subjects: [contact(mailOnly, 'phone')] };
      const first = await fixture.spend(order);
      await database.superuser.query(
        "update directory.contact_details set phone = '+46701740606' where contact_id = $1",
        [mailOnly],
      );
      try {
        const again = await fixture.spend(order);
        expect(again.subjects.map(paid)).to.deep.equal(first.subjects.map(paid));
        expect(again.chargedMillicredits).to.equal(0);
        expect(visible(again.subjects[0])).to.deep.equal(['Test Person', 'XXXXX@example.se', '+4670XXXXXXX']);
      } finally {
        await database.superuser.query('update directory.contact_details set phone = null where contact_id = $1', [
          mailOnly,
        ]);
      }
    });

    it('keeps its outcome for 24 hours, half open; then its id starts a new operation, in which earlier reveals are free', async () => {
      const order = { operation: 'day', accountId, subjects: [contact(full, 'email')] };
      await fixture.spend(order);
      database.clock.set('2026-03-02T11:59:59.999Z');
      expect((await fixture.spend(order)).chargedMillicredits).to.equal(200);
      database.clock.set('2026-03-02T12:00:00.000Z');
      expect((await fixture.spend(order)).chargedMillicredits).to.equal(0);
      expect((await fixture.spend(order)).subjects[0]?.alreadyRevealedInfoTypes).to.deep.equal(['email']);
      expect(fixture.credits.captured(accountId)).to.equal(200);
    });

    it("is deleted by the account's later spends after it has expired", async () => {
      for (let n = 0; n < 6; n += 1) await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] });
      database.clock.set('2026-03-03T12:00:00Z');
      for (let n = 0; n < 3; n += 1) await fixture.spend({ accountId, subjects: [contact(full, 'linkedIn')] });
      const { rows } = await database.superuser.query('select 1 from reveal.operations where account_id = $1', [
        accountId,
      ]);
      expect(rows).to.have.lengthOf(3);
    });

    it('stores no personal data', async () => {
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
    const order = () => ({ accountId, subjects: [contact(full, 'email')] });

    it('a price may change: the outcome shows the real cost, and the cap protects', async () => {
      const quoted = await quote([contact(full, 'email')]);
      const { admin } = fixture;
      const price = { group: 'default', subject: 'contact', infoType: 'email', millicredits: 300 };
      await admin.setPrice(price, call());
      try {
        const capped = { ...order(), maxMillicredits: quoted.quotedMillicredits };
        expect((await refusalOf(fixture.spend(capped))).members).to.include({ creditsRequiredMillicredits: 300 });
        expect((await fixture.spend(order())).chargedMillicredits).to.equal(300);
      } finally {
        await admin.setPrice({ ...price, millicredits: 200 }, call());
      }
    });

    it('a contact may be removed: it is not found, and not charged', async () => {
      const removed = testId('contact', 50);
      await seedContact(database.superuser, removed, organizationId, { email: 'removed@example.se' });
      const subjects = [contact(removed, 'email'), contact(full, 'email')];
      expect((await quote(subjects)).quotedMillicredits).to.equal(400);
      await database.superuser.query('delete from directory.contacts where id = $1', [removed]);
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
      const order = () => ({ accountId, subjects: [contact(full, 'phone')] });
      await fixture.spend(order());
      database.clock.set('2027-03-01T11:59:59.999Z');
      expect((await fixture.spend(order())).chargedMillicredits).to.equal(0);
      // The repeated reveal was free and did not prolong the first.
      database.clock.set('2027-03-01T12:00:00.000Z');
      expect(await revealedValues(database, accountId, full)).to.deep.equal([]);
      expect((await fixture.spend(order())).chargedMillicredits).to.equal(1000);
      expect(await revealedValues(database, accountId, full)).to.deep.equal(['+46701740605']);
      expect((await attempts()).attempts.map((each) => each.millicredits).toSorted((a, b) => a - b)).to.deep.equal([
        0, 1000, 1000,
      ]);
    });

    it('I8 a clock that jumps back neither masks nor charges again what was revealed', async () => {
      const order = { accountId, subjects: [contact(full, 'email')] };
      await fixture.spend(order);
      database.clock.set('2026-02-01T12:00:00Z');
      expect(await revealedValues(database, accountId, full)).to.deep.equal(['eva@example.se']);
      expect((await fixture.spend(order)).chargedMillicredits).to.equal(0);
    });
  });

  it("lists an account's attempts by id, in pages", async () => {
    for (const infoType of ['email', 'phone']) await fixture.spend({ accountId, subjects: [contact(full, infoType)] });
    const list = (afterAttemptId: string) =>
      fixture.admin.listAttempts({ accountId, afterAttemptId, limit: 1 }, call());
    const [first] = (await list('')).attempts;
    const [second] = (await list(first?.attemptId ?? '')).attempts;
    expect((await list(second?.attemptId ?? '')).attempts).to.deep.equal([]);
    expect([first, second]).to.deep.equal((await attempts()).attempts);
    expect([first?.millicredits, second?.millicredits]).to.have.members([200, 1000]);
    for (const limit of [0, 1001]) {
      const refused = fixture.admin.listAttempts({ accountId, afterAttemptId: '', limit }, call());
      expect((await refusalOf(refused)).code).to.equal('validation_failed');
    }
  });
});
