import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { toDomainError } from '../errors/index.js';
import { createTestDatabase, type TestDatabase } from '#testing/index.js';
import {
  createPool,
  ensureRoles,
  inTransaction,
  migrateSchema,
  statement,
  violates,
  type Pool,
  type Queryable,
  type SchemaModule,
} from './index.js';

const shelf: SchemaModule = {
  schema: 'shelf',
  ownerRole: 'prospect_test_shelf_owner',
  runtimeRoles: ['prospect_test_shelf', 'prospect_test_reader'],
  readOnlyRoles: ['prospect_test_reader'],
  migrations: [
    {
      name: '0001_books',
      sql: `create table shelf.books (id integer constraint books_pkey primary key, pages bigint not null);
            grant usage on schema shelf to prospect_test_shelf, prospect_test_reader;
            grant select, insert on shelf.books to prospect_test_shelf, prospect_test_reader;`,
    },
  ],
};

const insertBook = statement<[id: number, pages: number], { pages: number }>(
  'insert_book',
  'insert into shelf.books (id, pages) values ($1, $2) returning pages',
);
const slow = statement<[], object>('slow', 'select pg_sleep(30)');

describe('postgres', () => {
  let database: TestDatabase;
  let pool: Pool;
  const registry = new Registry();

  before(async () => {
    database = await createTestDatabase([shelf]);
    pool = createPool({
      connectionString: database.urlFor('prospect_test_shelf'),
      applicationName: 'shelf',
      maxConnections: 2,
      statementTimeoutMs: 300,
      acquireTimeoutMs: 200,
      registry,
    });
  });

  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('commits wait for the disk, whatever settings the database, the role and the URL have', async () => {
    const superuser = createPool({ connectionString: database.url, applicationName: 'shelf-admin', maxConnections: 1 });
    const url = new URL(database.urlFor('prospect_test_shelf'));
    url.searchParams.set('options', '-c synchronous_commit=off -c work_mem=9MB');
    const later = createPool({ connectionString: url.href, applicationName: 'shelf-later', maxConnections: 1 });
    try {
      const { pathname } = new URL(database.url);
      await superuser.query(`alter database ${pathname.slice(1)} set synchronous_commit = off`);
      const { rows } = await later.query(
        "select current_setting('synchronous_commit') as commits, current_setting('work_mem') as memory",
      );
      expect(rows).to.deep.equal([{ commits: 'on', memory: '9MB' }]);
    } finally {
      await Promise.all([superuser.end(), later.end()]);
    }
  });

  it('reads 64-bit integers as numbers', async () => {
    expect(await insertBook.run(pool, [1, 9007199254740991])).to.deep.equal([{ pages: 9007199254740991 }]);
  });

  it('reports a violated constraint by its name', async () => {
    await insertBook.run(pool, [2, 1]);
    const error: unknown = await insertBook.run(pool, [2, 1]).catch((caught: unknown) => caught);
    expect(violates(error, 'books_pkey')).to.equal(true);
    expect(violates(error, 'another')).to.equal(false);
  });

  it('cancels a statement at its time limit, and throws service_unavailable', async () => {
    const error: unknown = await slow.run(pool, []).catch((caught: unknown) => caught);
    expect(toDomainError(error).code).to.equal('service_unavailable');
    // The server cancelled it. If only the caller had stopped waiting, the statement would run on.
    expect((toDomainError(error).cause as { code?: string }).code).to.equal('57014');
  });

  it('waits for a statement no longer than its caller asks, and does not reuse its connection', async () => {
    const impatient = statement<[], object>('impatient', 'select pg_sleep(60)');
    const pid = statement<[], { pid: number }>('pid', 'select pg_backend_pid() as pid');
    const [before] = await pid.run(pool, []);
    const error: unknown = await impatient.run(pool, [], { timeoutMs: 20 }).catch((caught: unknown) => caught);
    expect(toDomainError(error).code).to.equal('service_unavailable');
    const [after] = await pid.run(pool, []);
    expect(after?.pid).not.to.equal(before?.pid);
  });

  it('ends the wait for a free connection with service_unavailable', async () => {
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const error: unknown = await insertBook.run(pool, [3, 1]).catch((caught: unknown) => caught);
    held.forEach((client) => client.release());
    expect(toDomainError(error).code).to.equal('service_unavailable');
  });

  it('throws service_unavailable when the server is unreachable', async () => {
    const nowhere = createPool({
      connectionString: 'postgres://nobody@127.0.0.1:1/none',
      applicationName: 'nowhere',
      maxConnections: 1,
    });
    const error: unknown = await slow.run(nowhere, []).catch((caught: unknown) => caught);
    await nowhere.end();
    expect(toDomainError(error).code).to.equal('service_unavailable');
  });

  it('waits for its own connection while the server refuses it another one, but not without any', async () => {
    const role = 'prospect_test_one_connection';
    const superuser = createPool({ connectionString: database.url, applicationName: 'shelf-admin', maxConnections: 1 });
    const url = new URL(database.url);
    url.username = role;
    const own = createPool({ connectionString: url.href, applicationName: 'shelf-one', maxConnections: 2 });
    const other = createPool({ connectionString: url.href, applicationName: 'shelf-other', maxConnections: 2 });
    try {
      await superuser.query(`create role ${role} login connection limit 1`);
      await own.query('select 1');
      const [, second] = await Promise.all([
        own.query('select pg_sleep(0.2)'),
        own.query<{ answer: number }>('select 42 as answer'),
      ]);
      expect(second.rows).to.deep.equal([{ answer: 42 }]);
      const refused: unknown = await other.query('select 1').catch((error: unknown) => error);
      expect(refused).to.include({ code: '53300' });
    } finally {
      await Promise.all([own.end(), other.end()]);
      await superuser.query(`drop role if exists ${role}`);
      await superuser.end();
    }
  });

  it('rolls back a transaction that throws', async () => {
    const work = inTransaction(pool, async (client) => {
      await insertBook.run(client, [4, 1]);
      throw new Error('deliberate');
    });
    expect(await work.catch((error: unknown) => (error as Error).message)).to.equal('deliberate');
    expect(await insertBook.run(pool, [4, 7])).to.deep.equal([{ pages: 7 }]);
  });

  it('a session that ends as it begins fails its caller and not the process', async () => {
    const message = (type: string, body: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      return Buffer.concat([Buffer.from(type), length, body]);
    };
    const fatal = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
    // Authentication, ready and the end arrive in one packet, before the caller has its connection.
    const greeting = Buffer.concat([
      message('R', Buffer.alloc(4)),
      message('Z', Buffer.from('I')),
      message('E', Buffer.from(fatal)),
    ]);
    const server = createServer((socket) => void socket.once('data', () => socket.end(greeting)).on('error', () => {}));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const ended = createPool({
      connectionString: `postgres://someone@127.0.0.1:${port}/nothing`,
      applicationName: 'ended',
      maxConnections: 1,
    });
    const error: unknown = await inTransaction(ended, (client) => client.query('select 1')).catch(
      (caught: unknown) => caught,
    );
    expect(toDomainError(error).code).to.equal('service_unavailable');
    await ended.end();
    server.close();
  });

  it('does not reuse a connection whose transaction could not be rolled back', async () => {
    const single = createPool({
      connectionString: database.urlFor('prospect_test_shelf'),
      applicationName: 'single',
      maxConnections: 1,
    });
    const pidOf = async (on: Queryable): Promise<unknown> => (await on.query('select pg_backend_pid() as pid')).rows[0];
    let broken: unknown;
    const work = inTransaction(single, async (client) => {
      broken = await pidOf(client);
      await pool.query('select pg_terminate_backend($1)', [(broken as { pid: number }).pid]);
      await client.query('select 1');
    });
    expect(toDomainError(await work.catch((error: unknown) => error)).code).to.equal('service_unavailable');
    expect(await pidOf(single)).to.not.deep.equal(broken);
    await single.end();
  });

  it('a read-only role cannot write, even where a grant allows it', async () => {
    const reader = createPool({
      connectionString: database.urlFor('prospect_test_reader'),
      applicationName: 'reader',
      maxConnections: 1,
    });
    const error: unknown = await insertBook.run(reader, [5, 1]).catch((caught: unknown) => caught);
    await reader.end();
    expect(toDomainError(error).code).to.equal('service_unavailable');
    expect((toDomainError(error).cause as { code?: string }).code).to.equal('25006');
  });

  it('the runtime role cannot change the schema', async () => {
    const error: unknown = await pool.query('create table shelf.more ()').catch((caught: unknown) => caught);
    expect((error as { code?: string }).code).to.equal('42501');
  });

  it('applies each migration once when many processes migrate at the same time', async () => {
    const fresh = await createTestDatabase([]);
    await ensureRoles(fresh.url, shelf);
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrateSchema(fresh.url, shelf)));
    await fresh.drop();
    expect(applied.flat()).to.deep.equal(['0001_books']);
  });

  it('runs each migration in its own transaction: those before a failing one stay, and hold no lock meanwhile', async () => {
    const fresh = await createTestDatabase([]);
    await ensureRoles(fresh.url, shelf);
    const failing = { name: '0002_fails', sql: 'select 1 / 0' };
    const outcome: unknown = await migrateSchema(fresh.url, {
      ...shelf,
      migrations: [...shelf.migrations, failing],
    }).catch((error: unknown) => error);
    expect(outcome).to.be.an.instanceof(Error).with.property('message').that.includes('division by zero');
    const mended = { ...failing, sql: 'select 1' };
    const applied = await migrateSchema(fresh.url, { ...shelf, migrations: [...shelf.migrations, mended] });
    await fresh.drop();
    expect(applied).to.deep.equal(['0002_fails']);
  });

  it('shows the use of a pool as metrics', async () => {
    expect(await registry.metrics()).to.match(/prospect_pool_connections\{pool="shelf",state="idle"\} [0-9]/);
  });
});
