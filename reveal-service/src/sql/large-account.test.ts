import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rowsFetched, rowsRead } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { anonymizeAttempt } from './anonymize-attempt.js';
import { commitAttempt } from './commit-attempt.js';
import { deleteExpiredOperations } from './delete-expired-operations.js';
import { deleteOwnedEmails } from './delete-owned-emails.js';
import { selectAttempts } from './select-attempts.js';
import { selectCommittedAttempts } from './select-committed-attempts.js';
import { selectOperations } from './select-operations.js';
import { selectPermittedEmails } from './select-permitted-emails.js';
import { selectRevealed } from './select-revealed.js';
import { selectReveals, type RevealPosition } from './select-reveals.js';
import { selectRevealsByTime } from './select-reveals-by-time.js';
import { selectSpendSnapshot } from './select-spend-snapshot.js';
import { selectSubjectsOfAccount } from './select-subjects-of-account.js';

const SMALL_ACCOUNTS = 20_000;
const ATTEMPTS = 1_000;
const REVEALS_EACH = 25;
const REVEALS = REVEALS_EACH * ATTEMPTS;
const PAGE = 200;
const NIL = '00000000-0000-0000-0000-000000000000';
const ACCOUNT_ID = testId('account', 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const TOMORROW = new Date(NOW.getTime() + DAY_MS);
const LONG_AGO = new Date(0);

const md5 = (text: string): Buffer => createHash('md5').update(text).digest();
const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();
/** As the seed computes them. */
const uuidOf = (text: string): string =>
  md5(text)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const attemptIdOf = (n: number): string => uuidOf(`attempt ${n}`);
const subjectIdOf = (n: number): string => uuidOf(`subject ${n}`);
const hashOf = (n: number): Buffer => sha256(md5(`subject ${n}`));
const emailOf = (n: number): string => `own-${n}@example.com`;
const operationIdOf = (n: number): Buffer => sha256(attemptIdOf(n));
const list = <Value>(count: number, valueOf: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => valueOf(index + 1));

describe('a large account among many small ones', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    await database.superuser.query(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
      select account_id, 'contact', subject_id, 'email', $5, $5::timestamptz + interval '10 years', 1000, attempt_id,
        sha256(uuid_send(subject_id))
      from (
        select gen_random_uuid() as account_id, gen_random_uuid() as subject_id, gen_random_uuid() as attempt_id
        from generate_series(1, $1::int)
        union all
        select $2::uuid, md5('subject ' || n)::uuid, md5('attempt ' || n % $3::int)::uuid
        from generate_series(1, $4::int) as n
      ) as each`,
      [SMALL_ACCOUNTS, ACCOUNT_ID, ATTEMPTS, REVEALS, new Date(NOW.getTime() - 800 * DAY_MS)],
    );
    await database.superuser.query(`
      insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      select account_id, attempt_id, 'committed', sum(millicredits),
        jsonb_agg(jsonb_build_array(subject_kind, subject_id, info_type, millicredits)), min(revealed_at)
      from reveal.reveals
      group by account_id, attempt_id`);
    await database.superuser.query(`
      insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
      select account_id, sha256(convert_to(attempt_id::text, 'UTF8')), attempt_id, '[]', at
      from reveal.attempts`);
    await database.superuser.query(
      `insert into reveal.owned_emails (account_id, email)
      select distinct account_id, 'own@example.com' from reveal.reveals
      union all
      select $1, 'own-' || n || '@example.com' from generate_series(1, 5000) as n`,
      [ACCOUNT_ID],
    );
    await database.superuser.query('analyze reveal.reveals, reveal.attempts, reveal.operations, reveal.owned_emails');
  });
  after(() => database.close());

  const start: RevealPosition = ['', NIL, ''];
  const commit: Parameters<typeof commitAttempt.run>[1] = [
    ACCOUNT_ID,
    randomUUID(),
    randomBytes(32),
    '[]',
    NOW,
    TOMORROW,
    NOW,
    ['contact'],
    [randomUUID()],
    ['phone'],
    [1000],
    [null],
    null,
  ];
  const cases: [{ name: string; text: string }, values: readonly unknown[], most: Record<string, number>][] = [
    [selectRevealed, [ACCOUNT_ID, 'contact', list(25, subjectIdOf), NOW], { reveals: 25 }],
    [
      selectSpendSnapshot,
      [ACCOUNT_ID, operationIdOf(1), ['default'], ['contact'], list(25, subjectIdOf), NOW, list(3, attemptIdOf)],
      { operations: 1, attempts: 4, reveals: 25 },
    ],
    [selectAttempts, [ACCOUNT_ID, list(25, attemptIdOf)], { attempts: 25 }],
    [selectPermittedEmails, [ACCOUNT_ID, list(2, hashOf), list(3, emailOf), NOW], { reveals: 2, owned_emails: 3 }],
    [
      selectSubjectsOfAccount,
      [ACCOUNT_ID, list(4, subjectIdOf), list(2, hashOf), list(3, emailOf)],
      { reveals: 6, owned_emails: 3 },
    ],
    // Each row is read to find it, and once more to delete it.
    [deleteOwnedEmails, [ACCOUNT_ID, list(3, emailOf)], { owned_emails: 6 }],
    [commitAttempt, commit, { operations: 4 }],
    [deleteExpiredOperations, [ACCOUNT_ID, NOW, PAGE], { operations: 2 * PAGE }],
    [selectCommittedAttempts, [ACCOUNT_ID, NIL, PAGE], { attempts: PAGE, reveals: PAGE * REVEALS_EACH }],
    [selectOperations, [ACCOUNT_ID, Buffer.alloc(0), PAGE], { operations: PAGE, attempts: PAGE }],
    [selectReveals, [ACCOUNT_ID, ...start, PAGE], { reveals: PAGE, attempts: PAGE }],
    // Reads all reveals of the account, or of all accounts, as it says.
    [
      selectRevealsByTime,
      [ACCOUNT_ID, LONG_AGO, NOW, null, null, null, null, null, PAGE],
      { reveals: REVEALS + SMALL_ACCOUNTS, attempts: PAGE },
    ],
  ];
  for (const [{ name, text }, values, most] of cases) {
    it(`${name} reads no more rows than it needs`, async () => {
      const read = await rowsRead(database.superuser, text, values);
      for (const [table, rows] of Object.entries(read)) expect(rows, table).to.be.at.most(most[table] ?? 0);
    });
  }

  it('reveal_select_spend_snapshot passes by no operation of the account that was deleted', async () => {
    const client = await database.superuser.connect();
    const entriesRead = async (): Promise<number | undefined> => {
      const { rows } = await client.query<{ count: number }>(
        "select pg_stat_get_xact_tuples_returned('reveal.operations_pkey'::regclass) as count",
      );
      return rows[0]?.count;
    };
    try {
      await client.query('begin; set local plan_cache_mode = force_generic_plan');
      await client.query('delete from reveal.operations where account_id = $1', [ACCOUNT_ID]);
      const before = await entriesRead();
      // It sorts before all others.
      const operationId = Buffer.alloc(32);
      await client.query(selectSpendSnapshot.text, [ACCOUNT_ID, operationId, ['default'], [], [], NOW, []]);
      expect(await entriesRead()).to.equal(before);
    } finally {
      client.release(true);
    }
  });

  it('reveal_anonymize_attempt reads the reveals of the attempt', async () => {
    const values = [ACCOUNT_ID, attemptIdOf(1), NOW];
    const read = await rowsFetched(database.superuser, anonymizeAttempt.text, values);
    expect(read['reveals']).to.equal(REVEALS_EACH);
  });
});
