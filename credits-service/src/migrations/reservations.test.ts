import { violates, type Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import {
  call,
  createCreditsDatabase,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '../testing/credits-database.js';

const accountId = testAccount(1);
const [pending, captured, fresh] = [testReservation(1), testReservation(2), testReservation(3)];
const INSUFFICIENT_PRIVILEGE = '42501';

async function failureOf(pool: Pool, text: string): Promise<unknown> {
  return pool.query(text).then(
    () => 'not refused',
    (failure: unknown) => failure,
  );
}

describe('reservations in the schema credits', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
    const { ledger } = database;
    await ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    await ledger.reserve({ accountId, reservationId: pending, millicredits: 100 }, call());
    await ledger.reserve({ accountId, reservationId: captured, millicredits: 100 }, call());
    await ledger.capture({ captures: [{ accountId, reservationId: captured, millicredits: 60 }] }, call());
  });
  after(() => database.close());

  describe('prospect_credits can do no more to them than the service does', () => {
    for (const text of [
      'delete from credits.reservations',
      'truncate credits.reservations cascade',
      ...[
        'account_id',
        'reservation_id',
        'included_millicredits',
        'purchased_millicredits',
        'renews_at',
        'reserved_at',
      ].map((column) => `update credits.reservations set ${column} = ${column}`),
      'insert into credits.reservations (captured_millicredits) values (default)',
      'alter table credits.reservations disable trigger reservations_resolved_once',
    ]) {
      it(`refuses: ${text}`, async () => {
        expect(await failureOf(database.pool, text)).to.have.property('code', INSUFFICIENT_PRIVILEGE);
      });
    }
  });

  describe('I10: a new reservation is pending, or released and empty, for every role', () => {
    const born = (state: string, included: number, purchased: number): string =>
      `insert into credits.reservations (account_id, reservation_id, state, included_millicredits, purchased_millicredits,
        renews_at, reserved_at, resolved_at)
      values ('${accountId}', '${fresh}', '${state}', ${included}, ${purchased}, now(), now(), now())`;

    for (const [what, text] of [
      ['captured', born('captured', 100, 0)],
      ['captured and empty', born('captured', 0, 0)],
      ['released with included credits', born('released', 1, 0)],
      ['released with purchased credits', born('released', 0, 1)],
    ] as const) {
      it(`refuses one that is ${what}`, async () => {
        for (const pool of [database.pool, database.superuser]) {
          expect(await failureOf(pool, text)).to.include({ code: '23001', constraint: 'reservations_born_pending' });
        }
      });
    }
  });

  describe('I10: what is resolved stays so, whoever asks', () => {
    for (const assignment of [
      `state = 'pending', captured_millicredits = 0, resolved_at = null`,
      `state = 'released', captured_millicredits = 0`,
      'captured_millicredits = 61',
      'reserved_at = reserved_at',
      'returned_included_millicredits = 39',
    ]) {
      it(`refuses a superuser: ${assignment}`, async () => {
        const text = `update credits.reservations set ${assignment} where reservation_id = '${captured}'`;
        expect(await failureOf(database.superuser, text)).to.include({
          code: '23001',
          constraint: 'reservations_resolved_once',
        });
      });
    }
  });

  describe('hold their rules by named constraints', () => {
    const set = (assignment: string): string =>
      `update credits.reservations set ${assignment} where reservation_id = '${pending}'`;
    const reservation = (
      id: string,
      included: number | string,
      purchased: number | string,
      account = accountId,
    ): string =>
      `insert into credits.reservations (account_id, reservation_id, included_millicredits, purchased_millicredits, renews_at,
        reserved_at) values ('${account}', '${id}', ${included}, ${purchased}, '2026-02-01', '2026-01-01')`;
    const entry = (kind: string, id: string, included: number, purchased: number): string =>
      `insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
      values ('${accountId}', 100, '2026-01-01', '${kind}', ${included}, ${purchased}, '${id}')`;
    const resolved = `resolved_at = '2026-01-01'`;
    const returned = (included: number, purchased: number): string =>
      `returned_included_millicredits = ${included}, returned_purchased_millicredits = ${purchased}`;
    const released = `state = 'released', ${resolved}`;
    const capturedSixty = `state = 'captured', captured_millicredits = 60, ${resolved}`;
    const nil = '00000000-0000-0000-0000-000000000000';

    const broken: [constraint: string, what: string, text: string][] = [
      ['reservations_pkey', 'a second one of the same id', reservation(pending, 1, 0)],
      ['reservations_reservation_id_check', 'the nil id', reservation(nil, 1, 0)],
      ['reservations_balance_fkey', 'one without a balance', reservation(fresh, 1, 0, testAccount(2))],
      ['reservations_amount_check', 'one of nothing', reservation(fresh, 0, 0)],
      ['reservations_amount_check', 'more than can be counted', reservation(fresh, '9007199254740991', 1)],
      ['reservations_included_check', 'included credits below 0', reservation(fresh, -1, 2)],
      ['reservations_purchased_check', 'purchased credits below 0', reservation(fresh, 2, -1)],
      ['reservations_state_check', 'an unknown state', set(`state = 'expired', ${resolved}`)],
      ['reservations_resolved_at_check', 'a capture at no time', set(`state = 'captured'`)],
      ['reservations_resolved_at_check', 'a time without a resolution', set(resolved)],
      ['reservations_captured_check', 'a captured amount while pending', set('captured_millicredits = 1')],
      [
        'reservations_captured_check',
        'a captured amount of a release',
        set(`state = 'released', captured_millicredits = 1, ${resolved}`),
      ],
      [
        'reservations_captured_check',
        'a capture of more than was reserved',
        set(`state = 'captured', captured_millicredits = 101, ${resolved}`),
      ],
      [
        'reservations_captured_check',
        'a capture below 0',
        set(`state = 'captured', captured_millicredits = -1, ${resolved}`),
      ],
      ['reservations_returned_check', 'what went back while pending', set(returned(0, 0))],
      [
        'reservations_returned_check',
        'one part of what went back',
        set(`${released}, returned_included_millicredits = 0`),
      ],
      [
        'reservations_returned_check',
        'more included credits back than were taken',
        set(`${released}, ${returned(101, 0)}`),
      ],
      ['reservations_returned_check', 'less than nothing back', set(`${released}, ${returned(1, -1)}`)],
      ['reservations_returned_check', 'more back than was not spent', set(`${capturedSixty}, ${returned(0, 41)}`)],
      ['entries_reservation_fkey', 'an entry without its reservation', entry('reserve', fresh, -1, 0)],
      ['entries_reservation_key', 'a second entry that takes', entry('reserve', pending, -1, 0)],
      ['entries_reservation_key', 'a second entry that resolves', entry('release', captured, 1, 0)],
      ['entries_reserve_check', 'a reserve that gives', entry('reserve', pending, 1, 0)],
      ['entries_reserve_check', 'a reserve of nothing', entry('reserve', pending, 0, 0)],
      ['entries_give_back_check', 'a capture that takes', entry('capture', pending, 0, -1)],
      ['entries_give_back_check', 'a release that takes', entry('release', pending, -1, 0)],
      [
        'balances_within_allowance_check',
        'more included credits than the allowance',
        'update credits.balances set included_millicredits = allowance_millicredits + 1',
      ],
      [
        'balances_overused_check',
        'credits left of an allowance that is overused',
        'update credits.balances set overused_millicredits = 1',
      ],
      [
        'balances_overused_check',
        'an overuse below 0',
        'update credits.balances set included_millicredits = 0, overused_millicredits = -1',
      ],
      [
        'balances_purchased_spent_check',
        'purchased credits spent below 0',
        'update credits.balances set purchased_spent_millicredits = -1',
      ],
      [
        'balances_previous_purchased_spent_check',
        'those of the month before below 0',
        'update credits.balances set previous_purchased_spent_millicredits = -1',
      ],
      [
        'balances_account_id_check',
        'the nil account',
        `insert into credits.balances values ('${nil}', 0, 0, 0, '2026-01-01', '2026-02-01', 1)`,
      ],
    ];
    for (const [constraint, what, text] of broken) {
      it(`${constraint} refuses ${what}`, async () => {
        const error = await failureOf(database.superuser, text);
        expect(violates(error, constraint), String(error)).to.equal(true);
      });
    }
  });
});
