import { randomUUID } from 'node:crypto';
import { fromTimestamp } from '@prospecting/platform/grpc';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const renewsAt = '2026-02-28T12:00:00.000Z';

describe('the ledger service', () => {
  let database: CreditsDatabase;
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  beforeEach(() => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 1;
    accountId = testAccount(accounts);
  });
  after(() => database.close());

  const subscribe = (includedMillicredits: number) =>
    database.ledger.subscribe({ accountId, includedMillicredits }, call());
  const grant = (purchasedMillicredits: number, reference?: string) =>
    database.ledger.grant({ accountId, purchasedMillicredits, reference: reference ?? randomUUID() }, call());
  const ledgerOf = () => briefLedger(database.reader, accountId);

  it('begins a subscription with its allowance available immediately', async () => {
    expect(brief(await subscribe(1000))).to.deep.equal([1000, 0, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([['subscribe', 1000, 0]]);
  });

  it('changes the allowance from now on and keeps the renewal date', async () => {
    await subscribe(1000);
    await grant(500);
    database.clock.set('2026-02-10T00:00:00Z');
    expect(brief(await subscribe(1500))).to.deep.equal([1500, 500, 1500, renewsAt]);
    expect(brief(await subscribe(0))).to.deep.equal([0, 500, 0, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['grant', 0, 500],
      ['subscribe', 500, 0],
      ['subscribe', -1500, 0],
    ]);
  });

  it('changes nothing when the allowance is repeated, so that a retry is safe', async () => {
    await subscribe(1000);
    expect(brief(await subscribe(1000))).to.deep.equal([1000, 0, 1000, renewsAt]);
    expect(await ledgerOf()).to.have.lengthOf(1);
  });

  it('makes a due reset before a change, in the same transaction', async () => {
    await subscribe(1000);
    database.clock.set('2026-03-01T00:00:00Z');
    expect(brief(await grant(500))).to.deep.equal([1000, 500, 1000, '2026-03-31T12:00:00.000Z']);
    database.clock.set('2026-04-01T00:00:00Z');
    expect(brief(await subscribe(400))).to.deep.equal([400, 500, 400, '2026-04-30T12:00:00.000Z']);
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['reset', 0, 0],
      ['grant', 0, 500],
      ['reset', 0, 0],
      ['subscribe', -600, 0],
    ]);
  });

  it('makes no reset in a change that it rejects', async () => {
    await subscribe(1000);
    database.clock.set('2026-03-01T00:00:00Z');
    await refusal(grant(Number.MAX_SAFE_INTEGER));
    expect(await ledgerOf()).to.deep.equal([['subscribe', 1000, 0]]);
  });

  it('rejects a grant without a subscription, and writes nothing', async () => {
    expect(await refusal(grant(1000))).to.deep.equal([
      'validation_failed',
      { purchased: ['the account has no credit subscription; subscribe first'] },
    ]);
    expect(await ledgerOf()).to.deep.equal([]);
  });

  it('[D requests.7] rejects amounts that are not whole millicredits, not positive, or above 2^53 - 1', async () => {
    await subscribe(1000);
    for (const amount of [0, -1, 0.5, Number.MAX_SAFE_INTEGER, 2 ** 53]) {
      const [code, errors] = await refusal(grant(amount));
      expect(code, String(amount)).to.equal('validation_failed');
      expect(errors).to.have.all.keys('purchased');
    }
    await grant(Number.MAX_SAFE_INTEGER - 1000);
    for (const amount of [-1, 0.5, 1001, 2 ** 53]) {
      const [code, errors] = await refusal(subscribe(amount));
      expect(code, String(amount)).to.equal('validation_failed');
      expect(errors).to.have.all.keys('included');
    }
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('rejects a malformed account id', async () => {
    const request = { accountId: 'acme', includedMillicredits: 1 };
    expect(await refusal(database.ledger.subscribe(request, call()))).to.deep.equal([
      'validation_failed',
      { accountId: ['must be a UUID'] },
    ]);
  });

  it('makes every one of 20 concurrent grants, with entry ids without a gap', async () => {
    await subscribe(1000);
    await Promise.all(Array.from({ length: 20 }, (_, index) => grant(index + 1, `grant ${index + 1}`)));
    const { balances } = await database.reader.getBalances({ accountIds: [accountId] }, call());
    expect(balances.map(brief)).to.deep.equal([[1000, 210, 1000, renewsAt]]);
    const { entries } = await database.reader.listEntries({ accountId, afterEntryId: 0, limit: 1000 }, call());
    expect(entries.map((entry) => entry.entryId)).to.deep.equal(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(new Set(entries.map((entry) => entry.reference))).to.have.property('size', 21);
  });

  it('begins one subscription for 8 concurrent calls', async () => {
    const balances = await Promise.all(Array.from({ length: 8 }, () => subscribe(1000)));
    for (const balance of balances) expect(brief(balance)).to.deep.equal([1000, 0, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([['subscribe', 1000, 0]]);
  });

  it('lists the ledger oldest first, in pages that continue after the last entry seen', async () => {
    await subscribe(1000);
    database.clock.set('2026-02-01T08:00:00.250Z');
    await grant(100, 'invoice 1');
    await grant(200);
    await grant(300);
    const page = async (afterEntryId: number, limit: number) =>
      (await database.reader.listEntries({ accountId, afterEntryId, limit }, call())).entries;
    const first = await page(0, 2);
    expect(
      first.map(({ at, ...entry }) => ({ ...entry, at: at === null ? null : fromTimestamp(at).toISOString() })),
    ).to.deep.equal([
      {
        entryId: 1,
        kind: 'subscribe',
        includedMillicredits: 1000,
        purchasedMillicredits: 0,
        at: '2026-01-31T12:00:00.000Z',
      },
      {
        entryId: 2,
        kind: 'grant',
        includedMillicredits: 0,
        purchasedMillicredits: 100,
        reference: 'invoice 1',
        at: '2026-02-01T08:00:00.250Z',
      },
    ]);
    expect((await page(2, 2)).map((entry) => entry.purchasedMillicredits)).to.deep.equal([200, 300]);
    expect(await page(4, 2)).to.deep.equal([]);
  });

  it('rejects a page limit below 1 or above 1000, and a negative position', async () => {
    for (const [afterEntryId, limit, field] of [
      [0, 0, 'limit'],
      [0, 1001, 'limit'],
      [0, 1.5, 'limit'],
      [-1, 10, 'afterEntryId'],
    ] as const) {
      const [code, errors] = await refusal(database.reader.listEntries({ accountId, afterEntryId, limit }, call()));
      expect(code).to.equal('validation_failed');
      expect(errors).to.have.all.keys(field);
    }
  });
});
