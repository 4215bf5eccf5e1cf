import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import type { ReservationState } from '#src/ledger/reservation.js';
import { leftOf, underpaidMonths, type Model, type ModelReservation } from './credits-model.js';

interface StoredReservation {
  readonly accountId: string;
  readonly reservationId: string;
  readonly state: ReservationState;
  readonly taken: readonly number[];
  readonly captured: number;
  /** The credits that came back, as the reservation stores them; nulls while pending. */
  readonly returned: readonly (number | null)[];
  /** The kind and signed changes of its entries, in order. */
  readonly entries: readonly (readonly [kind: string, included: number, purchased: number])[];
}

/** Stored reservations by account and id. */
export type Storage = ReadonlyMap<string, StoredReservation>;

/** Checks I5, I6 and I10 on the tables, and compares the tables with the model. */
export async function expectTablesToBe(
  model: Model,
  superuser: Pool,
  accountIds: readonly string[],
  before: Storage,
): Promise<Storage> {
  await expectBalancesToBeSums(model, superuser, accountIds);
  const after = await readStorage(superuser, accountIds);
  expectLegalTransitions(before, after);
  expectReservationsToBe(model, after);
  return after;
}

async function expectBalancesToBeSums(model: Model, superuser: Pool, accountIds: readonly string[]): Promise<void> {
  const { rows } = await superuser.query<Record<string, number> & { accountId: string }>(
    `select account_id as "accountId", included_millicredits as included, purchased_millicredits as purchased,
      last_entry_id as "lastEntryId",
      (select sum(included_millicredits)::bigint from credits.entries where account_id = balances.account_id) as "sumIncluded",
      (select sum(purchased_millicredits)::bigint from credits.entries where account_id = balances.account_id) as "sumPurchased",
      (select count(*) from credits.entries where account_id = balances.account_id) as count,
      (select max(entry_id) from credits.entries where account_id = balances.account_id) as newest
    from credits.balances where account_id = any ($1)`,
    [accountIds],
  );
  expect(rows.map((row) => row.accountId)).to.have.members([...model.accounts.keys()]);
  for (const row of rows) {
    const account = model.accounts.get(row.accountId);
    const left = account && leftOf(account);
    const balance = [row['included'], row['purchased']];
    expect(balance, 'sum of entries').to.deep.equal([row['sumIncluded'], row['sumPurchased']]);
    expect(balance, 'model').to.deep.equal([left?.includedMillicredits, left?.purchasedMillicredits]);
    expect(Math.min(...(balance as number[])), 'amounts below 0').to.be.at.least(0);
    expect(account && underpaidMonths(account), 'credits created from nothing').to.deep.equal([]);
    expect([row['count'], row['newest']], 'gap in entry ids').to.deep.equal([row['lastEntryId'], row['lastEntryId']]);
  }
}

async function readStorage(superuser: Pool, accountIds: readonly string[]): Promise<Storage> {
  const { rows } = await superuser.query<StoredReservation>(
    `select account_id as "accountId", reservation_id as "reservationId", state,
      array[included_millicredits, purchased_millicredits]::float8[] as taken, captured_millicredits as captured,
      array[returned_included_millicredits, returned_purchased_millicredits]::float8[] as returned,
      (select coalesce(json_agg(json_build_array(kind, included_millicredits, purchased_millicredits) order by entry_id), '[]')
        from credits.entries
        where account_id = reservations.account_id and reservation_id = reservations.reservation_id) as entries
    from credits.reservations where account_id = any ($1)`,
    [accountIds],
  );
  return new Map(rows.map((row) => [`${row.accountId} ${row.reservationId}`, row]));
}

/**
 * Checks I10: resolved reservations never change, pending ones stay pending or are resolved, none
 * disappears.
 */
function expectLegalTransitions(before: Storage, after: Storage): void {
  for (const [key, old] of before) {
    const present = after.get(key);
    if (old.state !== 'pending') expect(present).to.deep.equal(old);
    expect(present?.taken).to.deep.equal(old.taken);
  }
  for (const [key, present] of after) {
    // Only a tombstone is empty.
    if (!before.has(key) && (present.taken[0] ?? 0) + (present.taken[1] ?? 0) > 0)
      expect(present.state, 'first state').to.equal('pending');
  }
}

/**
 * Checks I5: one entry takes the amount of the reservation, and one returns what the reservation
 * says when it is resolved. A tombstone has no entries.
 */
function expectReservationsToBe(model: Model, storage: Storage): void {
  const expected = [...model.accounts].flatMap(([accountId, { reservations }]) =>
    [...reservations].map(([reservationId, reservation]) => asStored(accountId, reservationId, reservation)),
  );
  expect([...storage.values()]).to.have.deep.members(expected);
}

function asStored(
  accountId: string,
  reservationId: string,
  { taken, resolution, returned }: ModelReservation,
): StoredReservation {
  const resolved = { captured: 'capture', released: 'release' } as const;
  const isEmpty = taken.includedMillicredits + taken.purchasedMillicredits === 0;
  const parts = [taken.includedMillicredits, taken.purchasedMillicredits] as const;
  return {
    accountId,
    reservationId,
    state: resolution?.state ?? 'pending',
    taken: parts,
    captured: resolution?.capturedMillicredits ?? 0,
    returned: returned ? [returned.includedMillicredits, returned.purchasedMillicredits] : [null, null],
    entries: isEmpty
      ? []
      : [
          ['reserve', 0 - parts[0], 0 - parts[1]],
          ...(resolution === undefined || returned === undefined
            ? []
            : [[resolved[resolution.state], returned.includedMillicredits, returned.purchasedMillicredits] as const]),
        ],
  };
}
