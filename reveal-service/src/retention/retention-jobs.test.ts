import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { createRevealAdmin } from '../rpc/admin.js';
import { createRevealDatabase, type RevealDatabase } from '#testing/reveal-database.js';
import { createRecordedCredits } from '#testing/recorded-credits.js';
import { call } from '#testing/spending-fixture.js';
import { seedReveals } from '#testing/index.js';
import { revealRetentionJobs } from './retention-jobs.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const REVEALED = new Date('2024-06-01T12:00:00Z');

describe('retention of reveals', () => {
  let database: RevealDatabase;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
  });
  after(() => database.close());
  beforeEach(() => {
    accountId = randomUUID();
    database.clock.set(new Date('2025-06-30T12:00:00Z'));
  });

  async function seedAttempt(contactId: string, at = REVEALED): Promise<string> {
    const attemptId = randomUUID();
    await database.superuser.query(
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at) values ($1, $2, 'committed', 200, $3, $4)`,
      [accountId, attemptId, JSON.stringify([['contact', contactId, 'email', 200]]), at],
    );
    await database.superuser.query('delete from reveal.reveals where account_id = $1 and subject_id = $2', [
      accountId,
      contactId,
    ]);
    await seedReveals(database.superuser, [
      {
        accountId,
        subject: 'contact',
        subjectId: contactId,
        infoType: 'email',
        revealedAt: at,
        email: 'eva@example.se',
      },
    ]);
    await database.superuser.query(
      'update reveal.reveals set attempt_id = $1 where account_id = $2 and subject_id = $3',
      [attemptId, accountId, contactId],
    );
    return attemptId;
  }

  const job = (what: string) => {
    const found = revealRetentionJobs(database, 30).find((each) => each.what === what);
    if (found === undefined) throw new Error(`there is no job ${what}`);
    return found;
  };
  const reveals = async (): Promise<number | null> =>
    (await database.superuser.query('select from reveal.reveals where account_id = $1', [accountId])).rowCount;
  const audited = async () =>
    (
      await createRevealAdmin({ ...database, credits: createRecordedCredits(database.clock) }).listAttempts(
        { accountId, afterAttemptId: '', limit: 10 },
        call(),
      )
    ).attempts;

  it('keeps a reveal for its year and the days of grace, then deletes it and keeps what was paid', async () => {
    const contactId = randomUUID();
    const attemptId = await seedAttempt(contactId);
    expect(await job('attempts').runBatch()).to.equal(0);
    expect(await reveals()).to.equal(1);
    database.clock.advance(2 * DAY_MS);
    expect(await job('attempts').overdueMs()).to.equal(DAY_MS);
    expect(await job('attempts').runBatch()).to.equal(1);
    expect(await job('attempts').overdueMs()).to.equal(0);
    expect(await job('attempts').runBatch()).to.equal(0);
    expect(await reveals()).to.equal(0);
    const { rows } = await database.superuser.query<{ text: string }>(
      'select attempts::text as text from reveal.attempts where account_id = $1',
      [accountId],
    );
    expect(rows[0]?.text).to.not.include(contactId);
    expect(await audited()).to.deep.equal([
      { attemptId, millicredits: 200, statedMillicredits: 200, missingReveals: 0 },
    ]);
  });

  it('leaves a later reveal of the same', async () => {
    const contactId = randomUUID();
    await seedAttempt(contactId);
    await seedAttempt(contactId, new Date('2025-06-05T12:00:00Z'));
    database.clock.advance(2 * DAY_MS);
    expect(await job('attempts').runBatch()).to.equal(1);
    expect(await reveals()).to.equal(1);
    expect((await audited()).map(({ missingReveals }) => missingReveals)).to.deep.equal([0, 0]);
  });

  it('deletes nothing younger than a year by the database’s clock, whatever the service’s says', async () => {
    await seedAttempt(randomUUID(), new Date());
    database.clock.set(new Date(Date.now() + 800 * DAY_MS));
    // What other tests left may go.
    while ((await job('attempts').runBatch()) > 0);
    expect(await reveals()).to.equal(1);
  });

  it('is shared by replicas: each attempt is handled once', async () => {
    for (let n = 0; n < 20; n += 1) await seedAttempt(randomUUID());
    database.clock.advance(2 * DAY_MS);
    const batches = await Promise.all([1, 2, 3].map(() => job('attempts').runBatch()));
    expect(batches.reduce((sum, batch) => sum + batch)).to.equal(20);
    expect(await reveals()).to.equal(0);
  });

  it('deletes operations after a day, and leaves those that count', async () => {
    const insert = (at: Date) =>
      database.superuser.query(
        `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at) values ($1, $2, $3, '[]', $4)`,
        [accountId, randomBytes(32), randomUUID(), at],
      );
    const now = database.clock.now().getTime();
    await insert(new Date(now - 26 * 60 * 60 * 1000));
    await insert(new Date(now - 23 * 60 * 60 * 1000));
    expect(await job('operations').overdueMs()).to.equal(60 * 60 * 1000);
    expect(await job('operations').runBatch()).to.equal(1);
    expect(await job('operations').overdueMs()).to.equal(0);
    const { rowCount } = await database.superuser.query('select from reveal.operations where account_id = $1', [
      accountId,
    ]);
    expect(rowCount).to.equal(1);
  });

  it('goes on with the accounts that may have more operations before it asks for all accounts again', async () => {
    await job('operations').runBatch();
    await database.superuser.query(
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
       select $1, sha256(n::text::bytea), gen_random_uuid(), '[]', $2 from generate_series(1, 1100) n`,
      [accountId, new Date(database.clock.now().getTime() - 26 * 60 * 60 * 1000)],
    );
    const statements: string[] = [];
    const query = (sent: { readonly name: string; readonly text: string }): unknown => {
      statements.push(sent.name);
      return database.revealPool.query(sent);
    };
    const revealPool = { query } as unknown as Pool;
    const [, operations] = revealRetentionJobs({ ...database, revealPool }, 30);
    const deleted: (number | undefined)[] = [];
    do deleted.push(await operations?.runBatch());
    while (deleted.at(-1) !== 0);
    expect(deleted).to.deep.equal([500, 500, 100, 0]);
    const pages = statements.filter((name) => name === 'reveal_select_accounts_page');
    expect(pages, 'the first batch and the last').to.have.length(2);
  });

  it('goes on with the other accounts after one failed whose batch was full', async () => {
    const [first, last] = ['00000000-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000001'];
    const insert = (account: string, count: number) =>
      database.superuser.query(
        `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
        select $1, sha256(n::text::bytea), gen_random_uuid(), '[]', $2 from generate_series(1, $3::int) as n`,
        [account, REVEALED, count],
      );
    const operations = job('operations');
    await insert(last, 600);
    expect(await operations.runBatch()).to.equal(500);
    await database.superuser.query(`
      create function reveal.fail() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
      create trigger fails before delete on reveal.operations
        for each row when (old.account_id = '${last}') execute function reveal.fail()`);
    try {
      const failure = await operations.runBatch().catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message', 'the disk is full');
      await insert(first, 1);
      await operations.runBatch().catch(() => undefined);
      const { rowCount } = await database.superuser.query('select from reveal.operations where account_id = $1', [
        first,
      ]);
      expect(rowCount).to.equal(0);
    } finally {
      await database.superuser.query('drop trigger fails on reveal.operations; drop function reveal.fail()');
    }
    expect(await operations.runBatch()).to.equal(100);
  });

  it('forgets after two days whom it must not commit', async () => {
    await database.superuser.query(
      `insert into reveal.erased_subjects (subject_hash, erased_at)
       values (sha256('old'), now() - interval '3 days'), (sha256('new'), now())`,
    );
    expect(await job('erased_subjects').runBatch()).to.equal(1);
    expect(await job('erased_subjects').runBatch()).to.equal(0);
  });
});
