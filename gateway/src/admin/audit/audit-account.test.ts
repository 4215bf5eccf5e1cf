import type { credits, reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { auditAccount } from './audit-account.js';
import { uuidBefore, type Books } from './read-pairs.js';

const ACCOUNT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const OPTIONS = { nowMs: NOW, graceMs: 300_000 };

/** What the services hold, answered page by page; `beforeCall` changes it between two reads, as customers do. */
interface Held {
  entries: credits.Entry[];
  balance: { included: number; purchased: number };
  reservations: credits.Reservation[];
  attempts: reveal.Attempt[];
  beforeCall: (method: string) => void;
}

const sound = { statedMillicredits: 200, missingReveals: 0 };
const id = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

const entry = (entryId: number, included: number): credits.Entry => ({
  entryId,
  at: { seconds: NOW / 1_000, nanos: 0 },
  kind: 'grant',
  includedMillicredits: included,
  purchasedMillicredits: 1,
});

const reservation = (n: number, state: credits.ReservationState, captured = 0): credits.Reservation => ({
  accountId: ACCOUNT,
  reservationId: id(n),
  state,
  includedMillicredits: 200,
  purchasedMillicredits: 0,
  capturedMillicredits: captured,
  reservedAt: { seconds: NOW / 1_000, nanos: 0 },
  remainingMillicredits: 0,
  existed: false,
  returnedIncludedMillicredits: 0,
  returnedPurchasedMillicredits: 0,
  ageMs: 0,
});

function booksOf(held: Held): Books {
  const page = <Item>(
    method: string,
    items: () => readonly Item[],
    isAfter: (item: Item) => boolean,
    limit: number,
  ) => {
    held.beforeCall(method);
    return items().filter(isAfter).slice(0, limit);
  };
  return {
    newCall: () => ({ deadlineAt: Date.now() + 1_000 }),
    creditsReader: {
      getBalances: () => {
        held.beforeCall('getBalances');
        const { included, purchased } = held.balance;
        const balance = { accountId: ACCOUNT, includedMillicredits: included, purchasedMillicredits: purchased };
        return Promise.resolve({ balances: [balance] });
      },
      listAccounts: () => Promise.resolve({ accountIds: [ACCOUNT] }),
      listEntries: ({ afterEntryId, limit }) =>
        Promise.resolve({
          entries: page(
            'listEntries',
            () => held.entries,
            ({ entryId }) => entryId > afterEntryId,
            limit,
          ),
        }),
      listReservations: ({ afterReservationId: after, limit }) =>
        Promise.resolve({
          records: page(
            'listReservations',
            () => held.reservations,
            (each) => each.reservationId > after,
            limit,
          ).map((each) => ({ reservation: each })),
        }),
    },
    revealSpender: {
      listAttempts: ({ afterAttemptId: after, limit }) =>
        Promise.resolve({
          attempts: page(
            'listAttempts',
            () => held.attempts,
            ({ attemptId }) => attemptId > after,
            limit,
          ),
        }),
    },
  };
}

describe('audit of an account', () => {
  let held: Held;
  beforeEach(() => {
    held = {
      entries: [entry(1, 500)],
      balance: { included: 500, purchased: 1 },
      reservations: [],
      attempts: [],
      beforeCall: () => {},
    };
  });

  it('reads all pages of ledger, reservations and attempts', async () => {
    held.entries = Array.from({ length: 2_500 }, (_, n) => entry(n + 1, 2));
    held.balance = { included: 5_000, purchased: 2_500 };
    held.reservations = Array.from({ length: 1_000 }, (_, n) => reservation(n + 1, 'RESERVATION_STATE_CAPTURED', 200));
    held.attempts = Array.from({ length: 2_000 }, (_, n) => ({
      attemptId: id(n + 1),
      millicredits: n < 1_000 ? 200 : 0,
      ...sound,
    }));
    const audited = await auditAccount(booksOf(held), ACCOUNT, OPTIONS);
    expect(audited).to.deep.equal({
      accountId: ACCOUNT,
      reservations: 1_000,
      attempts: 2_000,
      pending: [],
      differences: [],
    });
  });

  it('finds what is wrong on either side, wherever the other side has a gap', async () => {
    held.reservations = [1, 4, 5].map((n) => reservation(n, 'RESERVATION_STATE_CAPTURED', 200));
    held.attempts = [2, 4, 6].map((n) => ({ attemptId: id(n), millicredits: n === 4 ? 300 : 200, ...sound }));
    const { differences } = await auditAccount(booksOf(held), ACCOUNT, OPTIONS);
    expect(differences.map(({ problem, reservationId }) => [reservationId, problem])).to.deep.equal([
      [id(1), 'captured_without_reveal'],
      [id(2), 'reveal_without_capture'],
      [id(4), 'captured_other_amount'],
      [id(5), 'captured_without_reveal'],
      [id(6), 'reveal_without_capture'],
    ]);
  });

  it('takes a balance that changes between the reads for right, and one that was never so for wrong', async () => {
    let reads = 0;
    held.beforeCall = (method) => {
      if (method !== 'getBalances') return;
      reads += 1;
      held.entries.push(entry(2, -200), entry(3, -100));
      held.balance = { included: 300, purchased: 2 };
    };
    expect((await auditAccount(booksOf(held), ACCOUNT, OPTIONS)).differences).to.deep.equal([]);
    expect(reads).to.equal(1);
    held.beforeCall = () => {};
    held.balance = { included: 250, purchased: 3 };
    expect((await auditAccount(booksOf(held), ACCOUNT, OPTIONS)).differences).to.deep.equal([
      { problem: 'included_differs', expected: 200, found: 250 },
    ]);
  });

  it('takes a spend that happens between the reads for right', async () => {
    let happened = false;
    held.beforeCall = (method) => {
      if (method !== 'listAttempts' || happened) return;
      happened = true;
      // Its reservations had been read when there were none.
      held.reservations = [reservation(1, 'RESERVATION_STATE_CAPTURED', 200)];
      held.attempts = [{ attemptId: id(1), millicredits: 200, ...sound }];
    };
    const { differences, attempts } = await auditAccount(booksOf(held), ACCOUNT, OPTIONS);
    expect([differences, attempts]).to.deep.equal([[], 1]);
  });

  it('ends after a thousand differences', async () => {
    held.attempts = Array.from({ length: 3_000 }, (_, n) => ({ attemptId: id(n + 1), millicredits: 200, ...sound }));
    expect((await auditAccount(booksOf(held), ACCOUNT, OPTIONS)).differences).to.have.length(1_000);
  });
});

describe('uuidBefore', () => {
  it('borrows over all digits, and has nothing before the lowest', () => {
    expect(uuidBefore('00000000-0000-4000-8000-000000000000')).to.equal('00000000-0000-4000-7fff-ffffffffffff');
    expect(uuidBefore('00000000-0000-0000-0000-000000000000')).to.equal('');
  });
});
