import { createPool, ensureRoles, migrateSchema, type Pool, type SchemaModule } from '@prospecting/platform/postgres';
import { ManualClock } from '@prospecting/platform/clock';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createCreditsLedger } from '../rpc/ledger.js';
import { createCreditsReader } from '../rpc/reader.js';
import { brief, call, testAccount, testReservation } from '#testing/credits-database.js';
import { creditsSchema } from './index.js';

const schemaBefore: SchemaModule = { ...creditsSchema, migrations: creditsSchema.migrations.slice(0, 2) };
const [lowered, ordinary, ended, duplicates] = [1, 2, 3, 4].map(testAccount) as [string, string, string, string];
const renewsAt = '2026-02-28T12:00:00.000Z';

/** Writes rows as the code before these migrations did, in the columns that it knew. */
async function fill(superuser: Pool): Promise<void> {
  const balance = async (accountId: string, ...numbers: number[]): Promise<void> => {
    await superuser.query(
      `insert into credits.balances (account_id, included_millicredits, purchased_millicredits, allowance_millicredits,
        last_entry_id, started_at, renews_at) values ($1, $2, $3, $4, $5, '2025-12-31T12:00Z', $6)`,
      [accountId, ...numbers, renewsAt],
    );
  };
  const reservation = async (
    [accountId, n, month]: [string, number, string],
    [state, included, purchased, captured]: [string, number, number, number],
  ): Promise<void> => {
    await superuser.query(
      `insert into credits.reservations (account_id, reservation_id, renews_at, state, included_millicredits,
        purchased_millicredits, captured_millicredits, reserved_at, resolved_at)
      values ($1, $2, $3, $4, $5, $6, $7, now(), case $4 when 'pending' then null else now() end)`,
      [accountId, testReservation(n), month, state, included, purchased, captured],
    );
  };
  const entry = async (
    [accountId, id, kind]: [string, number, string],
    [included, purchased]: [number, number],
    [n, reference]: [number | null, string | null] = [null, null],
  ): Promise<void> => {
    await superuser.query(
      `insert into credits.entries (account_id, entry_id, kind, included_millicredits, purchased_millicredits,
        reservation_id, reference, at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [accountId, id, kind, included, purchased, n === null ? null : testReservation(n), reference],
    );
  };

  // 80 of 100 are used, 20 of them only reserved. Afterwards the allowance was lowered to 10.
  await balance(lowered, 0, 0, 10, 5);
  await reservation([lowered, 1, renewsAt], ['captured', 70, 0, 60]);
  await reservation([lowered, 2, renewsAt], ['pending', 20, 0, 0]);
  await entry([lowered, 1, 'subscribe'], [100, 0]);
  await entry([lowered, 2, 'reserve'], [-70, 0], [1, null]);
  await entry([lowered, 3, 'capture'], [10, 0], [1, null]);
  await entry([lowered, 4, 'reserve'], [-20, 0], [2, null]);
  await entry([lowered, 5, 'subscribe'], [-20, 0]);

  await balance(ordinary, 0, 70, 100, 6);
  await reservation([ordinary, 1, renewsAt], ['captured', 100, 50, 130]);
  await reservation([ordinary, 2, renewsAt], ['released', 0, 20, 0]);
  await entry([ordinary, 1, 'subscribe'], [100, 0]);
  await entry([ordinary, 2, 'grant'], [0, 100], [null, 'invoice 1']);
  await entry([ordinary, 3, 'reserve'], [-100, -50], [1, null]);
  await entry([ordinary, 4, 'capture'], [0, 20], [1, null]);
  await entry([ordinary, 5, 'reserve'], [0, -20], [2, null]);
  await entry([ordinary, 6, 'release'], [0, 20], [2, null]);

  // The month of its reservation has ended, so the reservation does not count in the current month.
  await balance(ended, 100, 0, 100, 3);
  await reservation([ended, 1, '2026-01-31T12:00:00Z'], ['pending', 100, 0, 0]);
  await entry([ended, 1, 'subscribe'], [100, 0]);
  await entry([ended, 2, 'reserve'], [-100, 0], [1, null]);
  await entry([ended, 3, 'reset'], [100, 0]);

  await balance(duplicates, 100, 60, 100, 7);
  await entry([duplicates, 1, 'subscribe'], [100, 0]);
  for (const [id, reference] of [
    [2, 'invoice 1'],
    [3, 'invoice 1'],
    [4, null],
    [5, null],
    [6, 'a'.repeat(255)],
    [7, 'a'.repeat(255)],
  ] as const) {
    await entry([duplicates, id, 'grant'], [0, 10], [null, reference]);
  }
}

describe('migrating from 0002 with data', () => {
  let database: TestDatabase;
  let superuser: Pool;
  let pool: Pool;
  let ledgerBefore: unknown[];
  const clock = new ManualClock('2026-02-10T00:00:00Z');

  const entries = async (): Promise<unknown[]> => {
    const { rows } = await superuser.query<object>(
      `select account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id
      from credits.entries order by account_id, entry_id`,
    );
    return rows;
  };

  before(async () => {
    database = await createTestDatabase([schemaBefore]);
    superuser = createPool({ connectionString: database.url, applicationName: 'credits-test', maxConnections: 2 });
    await fill(superuser);
    ledgerBefore = await entries();
    await ensureRoles(database.url, creditsSchema);
    await migrateSchema(database.url, creditsSchema);
    const connectionString = database.urlFor('prospect_credits');
    pool = createPool({ connectionString, applicationName: 'credits-test', maxConnections: 4 });
  });
  after(async () => {
    await Promise.all([superuser.end(), pool.end()]);
    await database.drop();
  });

  const balance = async (accountId: string): Promise<unknown> =>
    brief((await createCreditsReader({ pool, clock }).getBalances({ accountIds: [accountId] }, call())).balances[0]);
  const subscribe = async (accountId: string, includedMillicredits: number): Promise<unknown> =>
    brief(await createCreditsLedger({ pool, clock }).subscribe({ accountId, includedMillicredits }, call()));

  it('keeps every entry and its amounts', async () => {
    expect(await entries()).to.deep.equal(ledgerBefore);
  });

  it('makes entries immutable again', async () => {
    const change = superuser.query('update credits.entries set at = at').catch((failure: unknown) => failure);
    expect(await change).to.include({ code: '23001', constraint: 'entries_immutable' });
  });

  it('makes every column of a resolved reservation immutable again', async () => {
    const change = superuser
      .query(
        `update credits.reservations set returned_included_millicredits = returned_included_millicredits
        where state <> 'pending'`,
      )
      .catch((failure: unknown) => failure);
    expect(await change).to.include({ code: '23001', constraint: 'reservations_resolved_once' });
  });

  it('stores on each resolved reservation what its entry returned', async () => {
    const { rows } = await superuser.query<object>(
      `select account_id as account, state, returned_included_millicredits as included,
        returned_purchased_millicredits as purchased
      from credits.reservations order by account_id, reservation_id`,
    );
    expect(rows).to.deep.equal([
      { account: lowered, state: 'captured', included: 10, purchased: 0 },
      { account: lowered, state: 'pending', included: null, purchased: null },
      { account: ordinary, state: 'captured', included: 0, purchased: 20 },
      { account: ordinary, state: 'released', included: 0, purchased: 20 },
      { account: ended, state: 'pending', included: null, purchased: null },
    ]);
  });

  it('computes what each month has used and spent', async () => {
    const { rows } = await superuser.query<object>(
      `select account_id as account, overused_millicredits as overused, purchased_spent_millicredits as spent,
        previous_purchased_spent_millicredits as previous, previous_renews_at as month
      from credits.balances order by account_id`,
    );
    const nothing = { overused: 0, spent: 0, previous: 0, month: null };
    expect(rows).to.deep.equal([
      { ...nothing, account: lowered, overused: 70 },
      { ...nothing, account: ordinary, spent: 30 },
      { ...nothing, account: ended },
      { ...nothing, account: duplicates },
    ]);
  });

  it('[D money.3] raising an allowance that was lowered before the migration leaves what was not used', async () => {
    expect(await subscribe(lowered, 100)).to.deep.equal([20, 0, 100, renewsAt]);
  });

  it('[D money.4] makes references distinct and keeps the first of each unchanged', async () => {
    const { rows } = await superuser.query<{ reference: string | null }>(
      'select reference from credits.entries where account_id = $1 order by entry_id',
      [duplicates],
    );
    expect(rows.map((row) => row.reference)).to.deep.equal([
      null,
      'invoice 1',
      'invoice 1 (entry 3)',
      null,
      null,
      'a'.repeat(255),
      `${'a'.repeat(245)} (entry 7)`,
    ]);
    expect(await balance(duplicates)).to.deep.equal([100, 60, 100, renewsAt]);
  });

  it('lets the service resolve reservations that were pending', async () => {
    const release = (accountId: string, n: number) => ({ accountId, reservationId: testReservation(n) });
    const releases = [release(lowered, 2), release(ended, 1)];
    const { reservations } = await createCreditsLedger({ pool, clock }).release({ releases }, call());
    expect(reservations.map((each) => each.returnedIncludedMillicredits)).to.deep.equal([20, 0]);
    expect(await balance(ended)).to.deep.equal([100, 0, 100, renewsAt]);
  });

  it('lets the previous version reserve and resolve without the new columns', async () => {
    await pool.query(
      `update credits.balances set included_millicredits = 60, last_entry_id = 4 where account_id = $1`,
      [ended],
    );
    await pool.query(
      `insert into credits.reservations (account_id, reservation_id, included_millicredits, purchased_millicredits,
        renews_at, reserved_at) values ($1, $2, 40, 0, $3, now())`,
      [ended, testReservation(9), renewsAt],
    );
    await pool.query(
      `insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits,
        reservation_id) values ($1, 5, now(), 'reserve', -40, 0, $2), ($1, 6, now(), 'capture', 15, 0, $2)`,
      [ended, testReservation(9)],
    );
    await pool.query(
      `update credits.reservations set state = 'captured', captured_millicredits = 25, resolved_at = now()
      where account_id = $1 and reservation_id = $2`,
      [ended, testReservation(9)],
    );
    const page = { accountId: ended, afterReservationId: testReservation(8), limit: 1 };
    const { records } = await createCreditsReader({ pool, clock }).listReservations(page, call());
    // The reservation does not store what it returned; its entry does.
    expect(records[0]?.reservation?.returnedIncludedMillicredits).to.equal(15);
  });
});
