import type { credits, reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { auditAccount } from './audit-account.js';
import type { Reserved } from './compare-entries.js';
import { uuidBefore, type Books } from './read-books.js';
import { reservedAs } from '#testing/audit.js';

const ACCOUNT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const at = { seconds: NOW / 1_000, nanos: 0 };
const OPTIONS = { graceMs: 300_000 };

/** The records of the services. `beforeCall` changes them between two reads, like customers do. */
interface Records {
  entries: credits.Entry[];
  balance: { included: number; purchased: number };
  reservations: Reserved[];
  attempts: reveal.Attempt[];
  reveals: reveal.RevealRecord[];
  operations: reveal.OperationRecord[];
  beforeCall: (method: string) => void;
}

/** The facts of an attempt that agree with each other. */
const sound = { millicredits: 200, statedMillicredits: 200, missingReveals: 0 };
const id = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

const entry = (entryId: number, included: number): credits.Entry => ({
  entryId,
  at,
  kind: 'grant',
  includedMillicredits: included,
  purchasedMillicredits: 1,
});

/** Its entries come after those that the audit reads. */
const captured = (n: number): Reserved =>
  reservedAs({ id: id(n), state: 'RESERVATION_STATE_CAPTURED', captured: 200, entryId: 1_000_000 });

/** A reveal without an attempt. */
const revealOf = (n: number): reveal.RevealRecord => ({
  subject: 'contact',
  subjectId: id(n),
  infoType: 'phone',
  millicredits: 200,
  attemptId: id(n),
  revealedAt: at,
  expiresAt: at,
  dueToExpireAt: at,
});

function booksOf(records: Records): Books {
  const page = <Item>(
    method: string,
    items: () => readonly Item[],
    isAfter: (item: Item) => boolean,
    limit: number,
  ) => {
    records.beforeCall(method);
    return items().filter(isAfter).slice(0, limit);
  };
  return {
    newCall: () => ({ deadlineAt: Date.now() + 1_000 }),
    creditsReader: {
      getBalances: () => {
        records.beforeCall('getBalances');
        const { included, purchased } = records.balance;
        const balance = { accountId: ACCOUNT, includedMillicredits: included, purchasedMillicredits: purchased };
        return Promise.resolve({ balances: [balance] });
      },
      listAccounts: () => Promise.resolve({ accountIds: [ACCOUNT] }),
      listEntries: ({ afterEntryId, limit }) =>
        Promise.resolve({
          entries: page(
            'listEntries',
            () => records.entries,
            ({ entryId }) => entryId > afterEntryId,
            limit,
          ),
        }),
      listReservations: ({ afterReservationId: after, limit }) =>
        Promise.resolve({
          records: page(
            'listReservations',
            () => records.reservations,
            ({ reservation }) => reservation.reservationId > after,
            limit,
          ).map(({ reservation, reserveEntry, resolveEntry }) => ({
            reservation,
            ...(reserveEntry !== undefined && { reserveEntry }),
            ...(resolveEntry !== undefined && { resolveEntry }),
          })),
        }),
    },
    revealAdmin: {
      listAttempts: ({ afterAttemptId: after, limit }) =>
        Promise.resolve({
          attempts: page(
            'listAttempts',
            () => records.attempts,
            ({ attemptId }) => attemptId > after,
            limit,
          ),
        }),
      listReveals: ({ after, limit }) => {
        const reveals = page(
          'listReveals',
          () => records.reveals,
          ({ subjectId }) => subjectId > after,
          limit,
        );
        return Promise.resolve({ reveals, nextAfter: reveals.length < limit ? '' : (reveals.at(-1)?.subjectId ?? '') });
      },
      listOperations: ({ afterOperationId: after, limit }) =>
        Promise.resolve({
          operations: page(
            'listOperations',
            () => records.operations,
            ({ operationId }) => operationId > after,
            limit,
          ),
        }),
    },
  };
}

describe('audit of an account', () => {
  let records: Records;
  beforeEach(() => {
    records = {
      entries: [entry(1, 500)],
      balance: { included: 500, purchased: 1 },
      reservations: [],
      attempts: [],
      reveals: [],
      operations: [],
      beforeCall: () => {},
    };
  });

  it('reads all pages of every list', async () => {
    records.entries = Array.from({ length: 2_500 }, (_, n) => entry(n + 1, 2));
    records.balance = { included: 5_000, purchased: 2_500 };
    records.reservations = Array.from({ length: 1_000 }, (_, n) => captured(n + 1));
    records.attempts = Array.from({ length: 2_000 }, (_, n) => ({
      attemptId: id(n + 1),
      ...sound,
      ...(n >= 1_000 && { millicredits: 0, statedMillicredits: 0 }),
    }));
    const paid = { attemptMillicredits: 200, attemptAt: at };
    records.reveals = Array.from({ length: 1_001 }, (_, n) => ({ ...revealOf(n + 1), ...paid }));
    records.operations = Array.from({ length: 1_001 }, (_, n) => ({
      operationId: id(n + 1),
      attemptId: id(n + 1),
      at,
      plannedMillicredits: 200,
      ...paid,
    }));
    const audited = await auditAccount(booksOf(records), ACCOUNT, OPTIONS);
    expect(audited).to.deep.equal({
      accountId: ACCOUNT,
      reservations: 1_000,
      attempts: 2_000,
      reveals: 1_001,
      operations: 1_001,
      pending: [],
      differences: [],
    });
  });

  it('finds differences on either side, wherever the other side has a gap', async () => {
    records.reservations = [1, 4, 5].map(captured);
    records.attempts = [2, 4, 6].map((n) => ({
      attemptId: id(n),
      ...sound,
      ...(n === 4 && { millicredits: 300, statedMillicredits: 300 }),
    }));
    const { differences } = await auditAccount(booksOf(records), ACCOUNT, OPTIONS);
    expect(differences.map(({ problem, reservationId }) => [reservationId, problem])).to.deep.equal([
      [id(1), 'captured_without_reveal'],
      [id(2), 'reveal_without_capture'],
      [id(4), 'captured_other_amount'],
      [id(5), 'captured_without_reveal'],
      [id(6), 'reveal_without_capture'],
    ]);
  });

  it('accepts a balance that changes between the reads, and reports one that the ledger never reached', async () => {
    let reads = 0;
    records.beforeCall = (method) => {
      if (method !== 'getBalances') return;
      reads += 1;
      records.entries.push(entry(2, -200), entry(3, -100));
      records.balance = { included: 300, purchased: 2 };
    };
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.deep.equal([]);
    expect(reads).to.equal(1);
    records.beforeCall = () => {};
    records.balance = { included: 250, purchased: 3 };
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.deep.equal([
      { problem: 'included_differs', expected: 200, found: 250 },
    ]);
  });

  it('accepts a spend that happens between the reads', async () => {
    let happened = false;
    records.beforeCall = (method) => {
      if (method !== 'listAttempts' || happened) return;
      happened = true;
      // The reservations were read before, when there were none.
      records.reservations = [captured(1)];
      records.attempts = [{ attemptId: id(1), ...sound }];
    };
    const { differences, attempts } = await auditAccount(booksOf(records), ACCOUNT, OPTIONS);
    expect([differences, attempts]).to.deep.equal([[], 1]);
  });

  it('accepts a reservation that is captured between the reads [D money.7]', async () => {
    records.attempts = [{ attemptId: id(1), ...sound }];
    const resolved = captured(1);
    // The capture is read before its entry.
    records.reservations = [{ ...resolved, resolveEntry: undefined }];
    records.beforeCall = (method) => {
      if (method === 'listAttempts') records.reservations = [resolved];
    };
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.deep.equal([]);
  });

  it('finds the entries of a missing reservation, and no others [D money.7]', async () => {
    const spent = reservedAs({ id: id(1), state: 'RESERVATION_STATE_CAPTURED', captured: 200, entryId: 2 });
    const lost = reservedAs({ id: id(2), state: 'RESERVATION_STATE_RELEASED', entryId: 4 });
    records.entries.push(
      ...[spent, lost].flatMap(({ reserveEntry, resolveEntry }) =>
        [reserveEntry, resolveEntry].filter((each) => each !== undefined),
      ),
    );
    const change = (parts: (each: credits.Entry) => number): number =>
      records.entries.reduce((sum, each) => sum + parts(each), 0);
    records.balance = {
      included: change((each) => each.includedMillicredits),
      purchased: change((each) => each.purchasedMillicredits),
    };
    records.attempts = [{ attemptId: id(1), ...sound }];
    records.reservations = [spent, lost];
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.deep.equal([]);
    records.reservations = [spent];
    const problem = 'entry_without_reservation';
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.deep.equal([
      { problem, reservationId: id(2), expected: null, found: -1_500 },
      { problem, reservationId: id(2), expected: null, found: 1_500 },
    ]);
  });

  it('finds reveals and operations without an attempt [D money.7]', async () => {
    records.reveals = [revealOf(1)];
    records.operations = [{ operationId: 'ab', attemptId: id(2), at, plannedMillicredits: 0 }];
    const { differences, reveals, operations } = await auditAccount(booksOf(records), ACCOUNT, OPTIONS);
    expect([reveals, operations]).to.deep.equal([1, 1]);
    expect(differences.map(({ problem, reservationId }) => [reservationId, problem])).to.deep.equal([
      [id(1), 'reveal_without_attempt'],
      [id(2), 'operation_without_attempt'],
    ]);
  });

  it('ends after 1,000 differences', async () => {
    records.attempts = Array.from({ length: 3_000 }, (_, n) => ({ attemptId: id(n + 1), ...sound }));
    expect((await auditAccount(booksOf(records), ACCOUNT, OPTIONS)).differences).to.have.length(1_000);
  });
});

describe('uuidBefore', () => {
  it('borrows across all digits, and is empty for the lowest id', () => {
    expect(uuidBefore('00000000-0000-4000-8000-000000000000')).to.equal('00000000-0000-4000-7fff-ffffffffffff');
    expect(uuidBefore('00000000-0000-0000-0000-000000000000')).to.equal('');
  });
});
