import { violates } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import {
  call,
  createCreditsDatabase,
  failureOf,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const accountId = testAccount(1);
const [pending, captured, fresh] = [testReservation(1), testReservation(2), testReservation(3)];
const INSUFFICIENT_PRIVILEGE = '42501';

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

  describe('allows prospect_credits only what the service does', () => {
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

  describe('I10: lets every role insert only pending reservations and tombstones', () => {
    const inserted = (state: string, included: number, purchased: number): string =>
      `insert into credits.reservations (account_id, reservation_id, state, included_millicredits, purchased_millicredits,
        renews_at, reserved_at, resolved_at)
      values ('${accountId}', '${fresh}', '${state}', ${included}, ${purchased}, now(), now(), now())`;

    for (const [title, text] of [
      ['captured', inserted('captured', 100, 0)],
      ['captured and empty', inserted('captured', 0, 0)],
      ['released with included credits', inserted('released', 1, 0)],
      ['released with purchased credits', inserted('released', 0, 1)],
    ] as const) {
      it(`refuses a new reservation that is ${title}`, async () => {
        for (const pool of [database.pool, database.superuser]) {
          expect(await failureOf(pool, text)).to.include({ code: '23001', constraint: 'reservations_born_pending' });
        }
      });
    }
  });

  describe('I10: keeps a resolved reservation unchanged for every role', () => {
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

  describe('enforces its rules with named constraints', () => {
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

    const violations: [constraint: string, title: string, text: string][] = [
      ['reservations_pkey', 'a second reservation with the same id', reservation(pending, 1, 0)],
      ['reservations_reservation_id_check', 'the nil id', reservation(nil, 1, 0)],
      [
        'reservations_balance_fkey',
        'a reservation of an account without a balance',
        reservation(fresh, 1, 0, testAccount(2)),
      ],
      ['reservations_amount_check', 'a pending reservation of 0', reservation(fresh, 0, 0)],
      ['reservations_amount_check', 'an amount above 2^53 - 1', reservation(fresh, '9007199254740991', 1)],
      ['reservations_included_check', 'included credits below 0', reservation(fresh, -1, 2)],
      ['reservations_purchased_check', 'purchased credits below 0', reservation(fresh, 2, -1)],
      ['reservations_state_check', 'an unknown state', set(`state = 'expired', ${resolved}`)],
      ['reservations_resolved_at_check', 'a capture without a time', set(`state = 'captured'`)],
      ['reservations_resolved_at_check', 'a time without a resolution', set(resolved)],
      ['reservations_captured_check', 'a captured amount while pending', set('captured_millicredits = 1')],
      [
        'reservations_captured_check',
        'a captured amount on a release',
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
      ['reservations_returned_check', 'returned credits while pending', set(returned(0, 0))],
      [
        'reservations_returned_check',
        'only one part of the returned credits',
        set(`${released}, returned_included_millicredits = 0`),
      ],
      [
        'reservations_returned_check',
        'more returned included credits than were taken',
        set(`${released}, ${returned(101, 0)}`),
      ],
      ['reservations_returned_check', 'returned credits below 0', set(`${released}, ${returned(1, -1)}`)],
      [
        'reservations_returned_check',
        'more returned credits than were unspent',
        set(`${capturedSixty}, ${returned(0, 41)}`),
      ],
      ['entries_reservation_fkey', 'an entry of an unknown reservation', entry('reserve', fresh, -1, 0)],
      ['entries_reservation_key', 'a second reserve entry', entry('reserve', pending, -1, 0)],
      ['entries_reservation_key', 'a second resolving entry', entry('release', captured, 1, 0)],
      ['entries_reserve_check', 'a reserve entry that adds credits', entry('reserve', pending, 1, 0)],
      ['entries_reserve_check', 'a reserve entry of 0', entry('reserve', pending, 0, 0)],
      ['entries_give_back_check', 'a capture entry that takes credits', entry('capture', pending, 0, -1)],
      ['entries_give_back_check', 'a release entry that takes credits', entry('release', pending, -1, 0)],
      [
        'balances_within_allowance_check',
        'more included credits than the allowance',
        'update credits.balances set included_millicredits = allowance_millicredits + 1',
      ],
      [
        'balances_overused_check',
        'included credits beside an overuse',
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
        'purchased credits spent in the previous month below 0',
        'update credits.balances set previous_purchased_spent_millicredits = -1',
      ],
      [
        'balances_account_id_check',
        'the nil account id',
        `insert into credits.balances values ('${nil}', 0, 0, 0, '2026-01-01', '2026-02-01', 1)`,
      ],
    ];
    for (const [constraint, title, text] of violations) {
      it(`${constraint} refuses ${title}`, async () => {
        const error = await failureOf(database.superuser, text);
        expect(violates(error, constraint), String(error)).to.equal(true);
      });
    }
  });
});
