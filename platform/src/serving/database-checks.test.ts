import { expect } from 'chai';
import { createPool, inTransaction, statement, type Pool, type SchemaModule } from '../postgres/index.js';
import type { Trouble } from '../telemetry/index.js';
import { createTestDatabase, type TestDatabase } from '#testing/database.js';
import { eventually } from '#testing/eventually.js';
import { databaseAnswers, isMigrated, toleratedOncePassed } from './index.js';

const ROLE = 'prospect_test_checks';
const drawers: SchemaModule = {
  schema: 'drawers',
  ownerRole: 'prospect_test_checks_owner',
  runtimeRoles: [ROLE],
  migrations: [
    {
      name: '0001_boxes',
      sql: `create table drawers.boxes (id integer); grant usage on schema drawers to ${ROLE};
            grant select on drawers.migrations to ${ROLE};`,
    },
  ],
};

/** Fails as a write does when the server's disk is full. */
const writeToFullDisk = statement<[], object>(
  'write_to_full_disk',
  "do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$",
);

describe('readiness checks of a database', () => {
  let database: TestDatabase;
  const pools: Pool[] = [];

  before(async () => {
    database = await createTestDatabase([drawers]);
  });
  after(() => database.drop());
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
  });

  function open(maxConnections = 2): Pool {
    const pool = createPool({ connectionString: database.urlFor(ROLE), applicationName: 'checks', maxConnections });
    pools.push(pool);
    return pool;
  }

  it('names the first missing migration, and how many more there are', async () => {
    const migrations = ['0001_boxes', '0002_lids', '0003_keys'].map((name) => ({ name }));
    expect(await isMigrated(open(), { schema: 'drawers', migrations })()).to.deep.equal({
      reason: 'schema drawers is older than this release: migration 0002_lids and 1 more is not applied',
    });
    expect(await isMigrated(open(), { schema: 'absent', migrations: [{ name: '0001_a' }] })()).to.deep.equal({
      reason: 'schema absent is older than this release: migration 0001_a is not applied',
    });
  });

  it('fails when the role may not read a table that the service needs', async () => {
    const trouble = await databaseAnswers(open(), 'drawers.boxes')();
    expect(trouble?.reason).to.match(new RegExp(`^role ${ROLE} lacks a right on .*boxes`));
    expect(await databaseAnswers(open())()).to.equal(undefined);
  });

  it('asks the database once for many probes', async () => {
    const pool = open();
    let asked = 0;
    pool.on('acquire', () => (asked += 1));
    const check = databaseAnswers(pool);
    await Promise.all(Array.from({ length: 20 }, () => check()));
    for (let probe = 0; probe < 20; probe += 1) await check();
    expect(asked).to.equal(1);
  });

  it('passes while every connection is in use and answered: a busy process keeps its work', async () => {
    const pool = open(1);
    let isWorking = true;
    const work = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isWorking) await pool.query('select pg_sleep(0.05)');
      }),
    );
    await eventually(
      () => pool.waitingCount,
      (waiting) => waiting > 0,
    );
    await pool.query('select 1');
    const startedAt = performance.now();
    expect(await isMigrated(pool, drawers)()).to.equal(undefined);
    expect(performance.now() - startedAt).to.be.lessThan(40);
    isWorking = false;
    await work;
  });

  for (const [where, fail] of Object.entries({
    'a statement': (pool: Pool) => writeToFullDisk.run(pool, []),
    'a transaction': (pool: Pool) => inTransaction(pool, (client) => writeToFullDisk.run(client, [])),
  }))
    it(`tolerates a full disk that ${where} met, and says so`, async () => {
      const pool = open();
      const check = isMigrated(pool, drawers);
      const failure: unknown = await fail(pool).catch((error: unknown) => error);
      expect(failure).to.have.property('code', 'service_unavailable');
      expect(await check()).to.deep.equal({
        reason: 'the disk of the database server is full: writes fail',
        isTolerated: true,
      });
    });

  it('tolerates trouble once a check has passed, and not before', async () => {
    let trouble: Trouble | undefined = { reason: 'refused' };
    const check = toleratedOncePassed(() => Promise.resolve(trouble));
    expect(await check()).to.deep.equal({ reason: 'refused' });
    trouble = undefined;
    expect(await check()).to.equal(undefined);
    trouble = { reason: 'refused' };
    expect(await check()).to.deep.equal({ reason: 'refused', isTolerated: true });
  });
});
