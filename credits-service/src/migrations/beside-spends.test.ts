import { createPool, ensureRoles, isPostgresError, migrateSchema, type Pool } from '@prospecting/platform/postgres';
import { createTestDatabase, eventually, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { testAccount } from '#testing/credits-database.js';
import { creditsSchema } from './index.js';

/**
 * What the code before these migrations reads and locks to reserve and to resolve, in its order.
 */
const RESERVE = `with known as (select from credits.reservations where account_id = $1)
  select from credits.balances where account_id = $1 and not exists (select from known) for no key update`;
const RESOLVE = `with balance as (select account_id from credits.balances where account_id = $1 for no key update)
  select from balance join credits.reservations using (account_id) for no key update of reservations`;

describe('migrating from 0002 while customers spend', () => {
  let database: TestDatabase;
  let superuser: Pool;

  beforeEach(async () => {
    database = await createTestDatabase([]);
    await ensureRoles(database.url, creditsSchema);
    await migrateSchema(database.url, { ...creditsSchema, migrations: creditsSchema.migrations.slice(0, 2) });
    superuser = createPool({ connectionString: database.url, applicationName: 'credits-test', maxConnections: 8 });
  });
  afterEach(async () => {
    await superuser.end();
    await database.drop();
  });

  for (const [name, statement, table] of [
    ['reserves', RESERVE, 'balances'],
    ['resolves', RESOLVE, 'reservations'],
  ] as const) {
    it(`never makes a call that ${name} fail: the call only waits`, async () => {
      const locker = await superuser.connect();
      await locker.query('begin');
      await locker.query(`select from credits.${table}`);
      const migrating = migrateSchema(database.url, creditsSchema).then(
        () => 'done',
        (error: unknown) => error,
      );
      expect(await eventually(waiting, (count) => count > 0)).to.be.greaterThan(0);
      let ended = 0;
      const spending = Array.from({ length: 4 }, () =>
        superuser
          .query(statement, [testAccount(1)])
          .then(
            () => 'done',
            (error: unknown) => (isPostgresError(error) ? error.code : error),
          )
          .finally(() => (ended += 1)),
      );
      // Now the spends wait behind the migration, or it has let them pass.
      expect((await eventually(waiting, (count) => count + ended > 4)) + ended).to.be.greaterThan(4);
      await locker.query('commit');
      locker.release();
      expect(await Promise.all(spending)).to.deep.equal(['done', 'done', 'done', 'done']);
      expect(await migrating).to.equal('done');
    });
  }

  const waiting = async (): Promise<number> => {
    const { rowCount } = await superuser.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rowCount ?? 0;
  };
});
