import { randomBytes, randomUUID } from 'node:crypto';
import { fromTimestamp } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { revealExpiry } from '../masking/reveal-record.js';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { refusalOf } from '#testing/spending-fixture.js';
import { listAttempts } from './list-attempts.js';
import { listOperations } from './list-operations.js';
import { listReveals } from './list-reveals.js';

const START = new Date('2026-03-01T12:00:00Z');
const LATER = new Date('2027-03-01T12:00:00Z');

/** A contact's phone or e-mail, at its price. */
type Tuple = readonly [subjectId: string, infoType: 'email' | 'phone', millicredits: number];

describe('the lists for the audit', () => {
  let database: RevealDatabase;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
  });
  after(() => database.close());
  beforeEach(() => {
    accountId = randomUUID();
  });

  const seedReveal = (attemptId: string, [subjectId, infoType, price]: Tuple, at: Date): Promise<unknown> =>
    database.superuser.query(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
      values ($1, 'contact', $2, $3, $4, $5, $6, $7, $8)
      on conflict on constraint reveals_pkey do update set revealed_at = excluded.revealed_at,
        expires_at = excluded.expires_at, millicredits = excluded.millicredits, attempt_id = excluded.attempt_id`,
      [
        accountId,
        subjectId,
        infoType,
        at,
        revealExpiry(at),
        price,
        attemptId,
        infoType === 'email' ? randomBytes(32) : null,
      ],
    );

  /** Inserts a committed attempt with its reveals, as a spend does. Returns its id. */
  async function seedAttempt(tuples: readonly Tuple[], at = START, attemptId = randomUUID()): Promise<string> {
    await database.superuser.query(
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      values ($1, $2, 'committed', $3, $4, $5)`,
      [
        accountId,
        attemptId,
        tuples.reduce((sum, [, , price]) => sum + price, 0),
        JSON.stringify(tuples.map((tuple) => ['contact', ...tuple])),
        at,
      ],
    );
    for (const tuple of tuples) await seedReveal(attemptId, tuple, at);
    return attemptId;
  }

  /** Inserts the operation of an attempt, planned at the given prices. Returns its id in hex. */
  async function seedOperation(attemptId: string, planned: readonly Tuple[], at = START): Promise<string> {
    const operationId = randomBytes(32);
    const subjects = planned.map(([subjectId, infoType, millicredits]) => ({
      kind: 'contact',
      subjectId,
      found: true,
      infoTypes: [{ infoType, standing: 'new', millicredits }],
    }));
    await database.superuser.query(
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at) values ($1, $2, $3, $4, $5)`,
      [accountId, operationId, attemptId, JSON.stringify(subjects), at],
    );
    return operationId.toString('hex');
  }

  const phoneOf = (n: number, price = 1_000): Tuple => [testId('contact', n), 'phone', price];
  const attempts = async (): Promise<reveal.Attempt[]> =>
    (await listAttempts(database, { accountId, afterAttemptId: '', limit: 1_000 })).attempts;
  const reveals = async (after = '', limit = 1_000): Promise<reveal.ListRevealsResponse> =>
    listReveals(database, { accountId, after, limit });
  const operations = async (): Promise<reveal.OperationRecord[]> =>
    (await listOperations(database, { accountId, afterOperationId: '', limit: 1_000 })).operations;

  describe('ListAttempts', () => {
    it('returns the stated price, the sum of the reveals, and how many reveals are missing [D money.7]', async () => {
      const attemptId = await seedAttempt([phoneOf(1), [testId('contact', 1), 'email', 200]]);
      const sound = { attemptId, millicredits: 1_200, statedMillicredits: 1_200, missingReveals: 0 };
      expect(await attempts()).to.deep.equal([sound]);
      await database.superuser.query("delete from reveal.reveals where account_id = $1 and info_type = 'email'", [
        accountId,
      ]);
      expect(await attempts()).to.deep.equal([{ ...sound, missingReveals: 1 }]);
      await database.superuser.query('update reveal.reveals set millicredits = 999 where account_id = $1', [accountId]);
      expect(await attempts()).to.deep.equal([{ ...sound, missingReveals: 2 }]);
    });

    it('counts no reveal as missing that was revealed again after its year [D money.7]', async () => {
      const first = await seedAttempt([phoneOf(1)]);
      const second = await seedAttempt([phoneOf(1, 700)], LATER);
      expect(new Map((await attempts()).map((each) => [each.attemptId, each.missingReveals]))).to.deep.equal(
        new Map([
          [first, 0],
          [second, 0],
        ]),
      );
    });

    it('counts a reveal as missing that was charged again within its year [D money.7]', async () => {
      const first = await seedAttempt([phoneOf(1)]);
      await seedAttempt([phoneOf(1)], new Date(LATER.getTime() - 1));
      const missing = (await attempts()).filter(({ missingReveals }) => missingReveals > 0);
      expect(missing.map(({ attemptId }) => attemptId)).to.deep.equal([first]);
    });

    it('computes the year as revealExpiry does', async () => {
      const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
      const leapDays = fc
        .constantFrom('2024-02-29T23:59:59.999Z', '2028-02-29T00:00:00Z')
        .map((text) => new Date(text));
      await fc.assert(
        fc.asyncProperty(fc.oneof(instants, leapDays), async (at) => {
          accountId = randomUUID();
          const first = await seedAttempt([phoneOf(1)], at);
          const missingWhenAgain = async (again: Date): Promise<number | undefined> => {
            await seedReveal(randomUUID(), phoneOf(1), again);
            return (await attempts()).find(({ attemptId }) => attemptId === first)?.missingReveals;
          };
          expect(await missingWhenAgain(revealExpiry(at))).to.equal(0);
          expect(await missingWhenAgain(new Date(revealExpiry(at).getTime() - 1))).to.equal(1);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe('ListReveals', () => {
    it('returns each reveal with what its attempt states and when it must expire [D money.7]', async () => {
      const attemptId = await seedAttempt([phoneOf(1)]);
      const {
        reveals: [record],
        nextAfter,
      } = await reveals();
      expect(nextAfter).to.equal('');
      expect(record).to.include({
        subject: 'contact',
        subjectId: testId('contact', 1),
        infoType: 'phone',
        millicredits: 1_000,
        attemptId,
        attemptMillicredits: 1_000,
      });
      const times = [record?.revealedAt, record?.attemptAt, record?.expiresAt, record?.dueToExpireAt];
      expect(times.map((time) => time && fromTimestamp(time))).to.deep.equal([START, START, LATER, LATER]);
    });

    it('returns no attempt for a reveal whose attempt is aborted, missing, or revealed something else [D money.7]', async () => {
      const other = await seedAttempt([phoneOf(1)]);
      const aborted = randomUUID();
      await database.superuser.query(
        `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
        values ($1, $2, 'aborted', 0, '[]', $3)`,
        [accountId, aborted, START],
      );
      await seedReveal(aborted, phoneOf(2), START);
      await seedReveal(randomUUID(), phoneOf(3), START);
      await seedReveal(other, phoneOf(4), START);
      const unpaid = (await reveals()).reveals.filter(
        (each) => !('attemptAt' in each || 'attemptMillicredits' in each),
      );
      expect(unpaid.map(({ subjectId }) => subjectId)).to.deep.equal([2, 3, 4].map((n) => testId('contact', n)));
    });

    it('returns each reveal once, for any page size', async () => {
      await seedAttempt([1, 2, 3].flatMap((n) => [phoneOf(n), [testId('contact', n), 'email', 200] satisfies Tuple]));
      const all = (await reveals()).reveals;
      expect(all).to.have.length(6);
      for (const limit of [1, 2, 4]) {
        const seen: reveal.RevealRecord[] = [];
        let after = '';
        do {
          const page = await reveals(after, limit);
          seen.push(...page.reveals);
          after = page.nextAfter;
        } while (after !== '');
        expect(seen).to.deep.equal(all);
      }
    });

    it('returns no reveals of another account', async () => {
      await seedAttempt([phoneOf(1)]);
      accountId = randomUUID();
      expect((await reveals()).reveals).to.deep.equal([]);
    });
  });

  describe('ListOperations', () => {
    it('returns each operation with its attempt and the planned price of what that revealed [D money.7]', async () => {
      const attemptId = await seedAttempt([phoneOf(1)]);
      // Another request revealed the second contact in the meantime, so it was free.
      const operationId = await seedOperation(attemptId, [phoneOf(1), phoneOf(2)]);
      const [record] = await operations();
      expect(record).to.deep.include({
        operationId,
        attemptId,
        plannedMillicredits: 1_000,
        attemptMillicredits: 1_000,
        at: record?.attemptAt,
      });
    });

    it('returns no attempt for an operation whose attempt is not on record [D money.7]', async () => {
      await seedOperation(randomUUID(), [phoneOf(1)]);
      const [record] = await operations();
      expect(record).to.include({ plannedMillicredits: 0 }).and.not.have.any.keys('attemptAt', 'attemptMillicredits');
    });

    it('returns each operation once, in pages', async () => {
      const attemptId = await seedAttempt([]);
      const ids = [await seedOperation(attemptId, []), await seedOperation(attemptId, [])].sort();
      const page = async (afterOperationId: string): Promise<string[]> =>
        (await listOperations(database, { accountId, afterOperationId, limit: 1 })).operations.map(
          ({ operationId }) => operationId,
        );
      expect(await page('')).to.deep.equal(ids.slice(0, 1));
      expect(await page(ids[0] ?? '')).to.deep.equal(ids.slice(1));
      expect(await page(ids[1] ?? '')).to.deep.equal([]);
    });
  });

  it('refuse a malformed account, position or page size', async () => {
    const wrong: [title: string, answer: Promise<unknown>][] = [
      ['account', listReveals(database, { accountId: 'x', after: '', limit: 1 })],
      ['position in reveals', listReveals(database, { accountId, after: 'contact/x/email', limit: 1 })],
      ['position in operations', listOperations(database, { accountId, afterOperationId: 'ab', limit: 1 })],
      ['position in attempts', listAttempts(database, { accountId, afterAttemptId: 'ab', limit: 1 })],
      ['page size 0', listOperations(database, { accountId, afterOperationId: '', limit: 0 })],
      ['page size 1,001', listReveals(database, { accountId, after: '', limit: 1_001 })],
    ];
    for (const [title, answer] of wrong) expect((await refusalOf(answer)).code, title).to.equal('validation_failed');
  });
});
