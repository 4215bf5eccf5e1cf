import type { Pool } from '@prospecting/platform/postgres';
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
import { whileHeld } from '#testing/held-balance.js';
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';
const applicationName = 'credits-grants';

describe('grant', () => {
  let database: CreditsDatabase;
  let pool: Pool;
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
    pool = database.openPool(applicationName, 4);
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 1;
    accountId = testAccount(accounts);
    await subscribe(accountId);
  });
  after(async () => {
    await pool.end();
    await database.close();
  });

  const subscribe = (of: string) => database.ledger.subscribe({ accountId: of, includedMillicredits: 1000 }, call());
  const grant = (purchasedMillicredits: number, reference: string, of = accountId) =>
    createCreditsLedger({ pool, clock: database.clock }).grant(
      { accountId: of, purchasedMillicredits, reference },
      call(),
    );
  const ledgerOf = () => briefLedger(database.reader, accountId);

  it('[D money.4] makes one grant for one reference, however often it is repeated', async () => {
    await grant(500, 'invoice 1');
    database.clock.set('2026-02-01T00:00:00Z');
    expect(brief(await grant(500, 'invoice 1'))).to.deep.equal([1000, 500, 1000, renewsAt]);
    expect(brief(await grant(500, 'invoice 2'))).to.deep.equal([1000, 1000, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['grant', 0, 500],
      ['grant', 0, 500],
    ]);
  });

  it('[D money.4] rejects another amount under a used reference, and adds nothing', async () => {
    await grant(500, 'invoice 1');
    for (const amount of [499, 501]) {
      expect(await refusal(grant(amount, 'invoice 1'))).to.deep.equal([
        'validation_failed',
        { reference: ['was used for a grant of another amount'] },
      ]);
    }
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('[D money.4] makes one of two concurrent grants under one reference', async () => {
    const balances = await whileHeld(database, { accountId, applicationName }, [
      () => grant(500, 'invoice 1'),
      () => grant(500, 'invoice 1'),
    ]);
    for (const balance of balances) expect(brief(balance)).to.deep.equal([1000, 500, 1000, renewsAt]);
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('[D money.4] [1.7] lets two accounts use the same reference', async () => {
    const other = testAccount(accounts + 0x1000);
    await subscribe(other);
    await grant(500, 'invoice 1');
    expect(brief(await grant(700, 'invoice 1', other))).to.deep.equal([1000, 700, 1000, renewsAt]);
  });

  it('[D money.4] repeats a grant even when the balance has no room for it a second time', async () => {
    const most = Number.MAX_SAFE_INTEGER - 1000;
    await grant(most, 'invoice 1');
    expect(brief(await grant(most, 'invoice 1'))).to.deep.equal([1000, most, 1000, renewsAt]);
  });

  it('[D money.4] requires a reference of one line of 1 to 255 characters', async () => {
    for (const reference of ['', 'a'.repeat(256), 'two\nlines', 'nul\0', 'half \ud800']) {
      expect(await refusal(grant(1, reference)), JSON.stringify(reference)).to.deep.equal([
        'validation_failed',
        { reference: ['must be one line of 1 to 255 characters'] },
      ]);
    }
    await grant(1, 'a'.repeat(255));
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('[D money.4] an index refuses a second grant of one reference for every role', async () => {
    await grant(500, 'invoice 1');
    const second = database.superuser.query(
      `insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reference)
      values ($1, 3, now(), 'grant', 0, 500, 'invoice 1')`,
      [accountId],
    );
    const error: unknown = await second.catch((failure: unknown) => failure);
    expect(error).to.include({ code: '23505', constraint: 'entries_grant_reference_key' });
  });
});
