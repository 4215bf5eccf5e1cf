import { randomUUID } from 'node:crypto';
import { rowsRead } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createCreditsDatabase, type CreditsDatabase } from '#testing/credits-database.js';
import { resolve } from './resolve.js';
import { selectReservations } from './select-reservations.js';

const SMALL_ACCOUNTS = 20_000;
const RESERVATIONS = 20_000;
const PAGE = 200;
const ACCOUNT_ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const NIL = '00000000-0000-0000-0000-000000000000';

describe('an audit of a large ledger among many small ones', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
    const client = await database.superuser.connect();
    // Triggers let no reservation be captured from the start.
    try {
      await client.query('set session_replication_role = replica; set statement_timeout = 0');
      await client.query(
        `insert into credits.balances
        (account_id, included_millicredits, purchased_millicredits, allowance_millicredits, started_at, renews_at, last_entry_id)
      select id, 0, 0, 0, now(), now() + interval '1 month', 1000000
      from (
        select gen_random_uuid() as id from generate_series(1, $1::int)
        union all
        select $2::uuid
      ) as account`,
        [SMALL_ACCOUNTS, ACCOUNT_ID],
      );
      await client.query(
        `insert into credits.reservations
        (account_id, reservation_id, state, included_millicredits, purchased_millicredits, captured_millicredits,
          renews_at, reserved_at, resolved_at, returned_included_millicredits, returned_purchased_millicredits)
      select account_id, gen_random_uuid(), 'captured', 1, 0, 1, now(), now(), now(), 0, 0
      from credits.balances, generate_series(1, case when account_id = $1 then $2::int else 1 end)`,
        [ACCOUNT_ID, RESERVATIONS],
      );
      await client.query(`
      insert into credits.entries
        (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
      select account_id, row_number() over (partition by account_id), now(), kind,
        case kind when 'reserve' then -1 else 0 end, 0, reservation_id
      from credits.reservations, unnest(array['reserve', 'capture']) as kind`);
      await client.query('analyze credits.balances, credits.reservations, credits.entries');
    } finally {
      client.release(true);
    }
  });
  after(() => database.close());

  it('resolves reservations and reads each three times: to lock it, to change it and to return it', async () => {
    const client = await database.superuser.connect();
    const ids = Array.from({ length: 25 }, () => randomUUID());
    try {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into credits.reservations
          (account_id, reservation_id, included_millicredits, purchased_millicredits, renews_at, reserved_at)
        select $1, id, 0, 1, now(), now() from unnest($2::uuid[]) as id`,
        [ACCOUNT_ID, ids],
      );
    } finally {
      client.release(true);
    }
    const values = [ACCOUNT_ID, ids, ids.map(() => 1), 'captured', 'capture', new Date()];
    const read = await rowsRead(database.superuser, resolve.text, values);
    expect(read['reservations']).to.equal(3 * ids.length);
  });

  it('reads each reservation once, and its two entries at most twice', async () => {
    const read = await rowsRead(database.superuser, selectReservations.text, [ACCOUNT_ID, NIL, PAGE]);
    expect(read['reservations']).to.equal(PAGE);
    expect(read['entries']).to.be.at.most(4 * PAGE);
  });
});
