import { randomUUID } from 'node:crypto';
import { Registry } from '@prospecting/platform/telemetry';
import { codeOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { call, contact, createSpendingFixture, toRequest, type SpendingFixture } from '#testing/spending-fixture.js';

describe('metrics of spends', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let registry: Registry;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    for (const n of [1, 2, 3])
      await seedContact(database.superuser, testId('contact', n), testId('organization', 1), {
        email: `eva${n}@example.se`,
        phone: `+4670000000${n}`,
      });
  });
  beforeEach(() => {
    registry = new Registry();
    fixture = createSpendingFixture(database, { registry });
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 100_000);
  });
  after(() => database.close());

  async function shown(name: string, label: string): Promise<Record<string, number>> {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return Object.fromEntries(
      values.map(({ labels, value }) => [String((labels as Record<string, string>)[label]), value]),
    );
  }
  const spends = async (): Promise<Record<string, number>> => {
    const all = await shown('prospect_spends_total', 'outcome');
    return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
  };
  const charged = (): Promise<Record<string, number>> => shown('prospect_credits_charged_total', 'info_type');

  it('show every outcome and every priced info type from the start, and nothing that names an account', async () => {
    expect(await shown('prospect_spends_total', 'outcome')).to.include({ ok: 0, dry_run: 0, insufficient_credits: 0 });
    expect(await charged()).to.deep.equal({ email: 0, phone: 0, details: 0 });
    await fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    expect(await registry.metrics()).to.not.include(accountId);
  });

  it('count a spend and its credits by info type, exactly', async () => {
    for (const n of [1, 2, 3])
      await fixture.spend({ accountId, subjects: [contact(testId('contact', n), 'email', 'phone', 'linkedIn')] });
    expect(await spends()).to.deep.equal({ ok: 3 });
    // A binary sum of 0.2 is 0.6000000000000001.
    expect(await charged()).to.deep.equal({ email: 0.6, phone: 3, details: 0 });
  });

  it('count the repetition of a spend as ok, and its credits once', async () => {
    const order = { accountId, operation: randomUUID(), subjects: [contact(testId('contact', 1), 'email')] };
    await fixture.spend(order);
    await fixture.spend(order);
    expect(await spends()).to.deep.equal({ ok: 2 });
    expect((await charged())['email']).to.equal(0.2);
  });

  it('count a refused spend by its code, and a dry run as such, without credits', async () => {
    const subjects = [contact(testId('contact', 1), 'email')];
    expect(await codeOf(fixture.spend({ accountId, subjects, maxMillicredits: 0 }))).to.equal('credit_cap_exceeded');
    fixture.credits.balances.set(accountId, 0);
    expect(await codeOf(fixture.spend({ accountId, subjects }))).to.equal('insufficient_credits');
    await fixture.spender.quote(toRequest({ accountId, subjects }), call());
    expect(await spends()).to.deep.equal({ credit_cap_exceeded: 1, insufficient_credits: 1, dry_run: 1 });
    expect((await charged())['email']).to.equal(0);
  });
});
