import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openAdministrator, scramVerifier, type SchemaModule } from '@prospecting/platform/postgres';
import { createTestDatabase, eventuallyEquals, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import type { MigrationConfig } from './config.js';
import { migrateDatabases, readDatabases } from './migrate.js';
import { roleStatements } from './role-statements.js';

/** Roles belong to the server: each test has its own. */
function shelf(): SchemaModule {
  const id = randomBytes(4).toString('hex');
  return {
    schema: `shelf_${id}`,
    ownerRole: `shelf_owner_${id}`,
    runtimeRoles: [`shelf_reader_${id}`],
    readOnlyRoles: [`shelf_reader_${id}`],
    migrations: [
      {
        name: '0001_books',
        sql: `create table shelf_${id}.books (id integer primary key);
              grant usage on schema shelf_${id} to shelf_reader_${id};
              grant select on shelf_${id}.books to shelf_reader_${id};`,
      },
    ],
  };
}

describe('migrating databases', () => {
  let database: TestDatabase;
  let module: SchemaModule;
  let boss: string;

  beforeEach(async () => {
    module = shelf();
    boss = module.schema.replace('shelf', 'boss');
    database = await createTestDatabase([]);
    await superuser(`create role ${boss} login createrole`);
    await superuser(`grant create on database ${database.url.split('/').at(-1)} to ${boss}`);
  });
  afterEach(() => database.drop());

  const query = <Row>(url: string, sql: string): Promise<Row[]> =>
    openAdministrator(url, async ({ client }) => (await client.query(sql)).rows as Row[]);
  const superuser = <Row>(sql: string): Promise<Row[]> => query<Row>(database.url, sql);

  const configFor = (role: string, of = module): MigrationConfig => ({
    targets: [{ module: of, url: database.urlFor(role) }],
    passwords: {},
    waitMs: 0,
  });
  const messageOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => expect.fail('it did not fail'),
      (error: unknown) => (error as Error).message,
    );
  const booksBy = (role: string): Promise<unknown[]> =>
    query(database.urlFor(role), `select id from ${module.schema}.books`);

  it('makes roles and schemas as an administrator that is no superuser, and again changes nothing', async () => {
    const [first, second] = [await migrateDatabases(configFor(boss)), await migrateDatabases(configFor(boss))];
    expect(first).to.deep.equal([{ schema: module.schema, applied: ['0001_books'], unknown: [] }]);
    expect(second).to.deep.equal([{ schema: module.schema, applied: [], unknown: [] }]);
    expect(await booksBy(module.runtimeRoles[0]!)).to.deep.equal([]);
    const owners = await superuser(
      `select tableowner from pg_catalog.pg_tables where schemaname = '${module.schema}' and tablename = 'books'`,
    );
    expect(owners).to.deep.equal([{ tableowner: module.ownerRole }]);
  });

  it('says what is applied to an administrator that made the schema', async () => {
    const before = await readDatabases(configFor(boss));
    await migrateDatabases(configFor(boss));
    expect([...before, ...(await readDatabases(configFor(boss)))]).to.deep.equal([
      { schema: module.schema, applied: [], pending: ['0001_books'], unknown: [] },
      { schema: module.schema, applied: ['0001_books'], pending: [], unknown: [] },
    ]);
  });

  it('migrates as the owner, where an administrator ran the statements of `roles`, twice', async () => {
    const [reader] = module.runtimeRoles;
    for (let run = 0; run < 2; run += 1) await query(database.urlFor(boss), roleStatements([module]));
    const [{ applied } = expect.fail()] = await migrateDatabases(configFor(module.ownerRole));
    expect(applied).to.deep.equal(['0001_books']);
    expect(await booksBy(reader!)).to.deep.equal([]);
    const settings = await query(database.urlFor(reader!), 'show default_transaction_read_only');
    expect(settings).to.deep.equal([{ default_transaction_read_only: 'on' }]);
  });

  it('names the roles that are missing when it may not create roles', async () => {
    await superuser(`create role ${module.ownerRole} login`);
    const message = await messageOf(migrateDatabases(configFor(module.ownerRole)));
    expect(message).to.include(`Role ${module.runtimeRoles[0]} does not exist`);
    expect(message).to.include('prospect database roles');
  });

  it('names the right that is missing to create a schema', async () => {
    await superuser(`revoke create on database ${database.url.split('/').at(-1)} from ${boss}`);
    const message = await messageOf(migrateDatabases(configFor(boss)));
    expect(message).to.match(new RegExp(`role ${boss} lacks a right .*permission denied for database`));
  });

  it('refuses a schema that another role owns', async () => {
    await superuser(`create schema ${module.schema}`);
    expect(await messageOf(migrateDatabases(configFor(boss)))).to.match(/belongs to the role \S+ instead of/);
  });

  it('sets passwords without sending them, at every run', async () => {
    const [role] = module.runtimeRoles;
    for (const password of ['the first', 'the second, with å'])
      await migrateDatabases({ ...configFor(boss), passwords: { [role!]: password } });
    const [row] = await superuser<{ stored: string }>(
      `select rolpassword as stored from pg_catalog.pg_authid where rolname = '${role}'`,
    );
    const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(row?.stored ?? '')?.[1] ?? expect.fail();
    expect(row?.stored).to.equal(scramVerifier('the second, with å', Buffer.from(salt, 'base64')));
  });

  it('tells which roles keep their passwords when it may not set them', async () => {
    const [role] = module.runtimeRoles;
    await query(database.urlFor(boss), roleStatements([module]));
    const notes: string[] = [];
    const config = { ...configFor(module.ownerRole), passwords: { [role!]: 'a password' } };
    await migrateDatabases(config, (note) => notes.push(note));
    expect(notes).to.have.length(1);
    expect(notes[0]).to.include(role);
  });

  it('leaves the migrations of a newer release alone, says so, and applies its own', async () => {
    const newer = { ...module, migrations: [...module.migrations, { name: '0002_newer', sql: 'select 1' }] };
    await migrateDatabases(configFor(boss, newer));
    const notes: string[] = [];
    const [result] = await migrateDatabases(configFor(boss), (note) => notes.push(note));
    expect(result).to.deep.equal({ schema: module.schema, applied: [], unknown: ['0002_newer'] });
    expect(notes.join()).to.include('0002_newer');
    expect(await readDatabases(configFor(boss))).to.deep.equal([
      { schema: module.schema, applied: ['0001_books'], pending: [], unknown: ['0002_newer'] },
    ]);
  });

  it('applies each migration once when many runs start together, also in two databases of one server', async () => {
    const other = await createTestDatabase([]);
    await query(other.url, `grant create on database ${other.url.split('/').at(-1)} to ${boss}`);
    const configs = [database, other, database, other].map((each) => ({
      ...configFor(boss),
      targets: [{ module, url: each.urlFor(boss) }],
      passwords: { [module.runtimeRoles[0]!]: 'a password' },
    }));
    const results = await Promise.all(configs.map((config) => migrateDatabases(config)));
    await other.drop();
    expect(results.flat().flatMap(({ applied }) => applied)).to.deep.equal(['0001_books', '0001_books']);
  });

  it('tries a migration again that gave up its wait for a lock', async () => {
    await migrateDatabases(configFor(boss));
    const alter = `set local lock_timeout = '50ms'; alter table ${module.schema}.books add column pages integer`;
    const next = { ...module, migrations: [...module.migrations, { name: '0002_pages', sql: alter }] };
    const notes: string[] = [];
    await openAdministrator(database.url, async ({ client }) => {
      await client.query(`begin; select from ${module.schema}.books`);
      const run = migrateDatabases({ ...configFor(boss, next), waitMs: 30_000 }, (note) => notes.push(note));
      await eventuallyEquals(() => notes.join().includes('0002_pages'), true);
      await client.query('commit');
      expect((await run)[0]?.applied).to.deep.equal(['0002_pages']);
    });
  });

  it('lets the statements of a service through while it waits for a lock that a dump holds', async () => {
    await migrateDatabases(configFor(boss));
    const alter = `alter table ${module.schema}.books add column shelves integer`;
    const next = { ...module, migrations: [...module.migrations, { name: '0002_shelves', sql: alter }] };
    const notes: string[] = [];
    await openAdministrator(database.url, ({ client: dump }) =>
      openAdministrator(database.url, async ({ client: service }) => {
        await dump.query(`begin; lock table ${module.schema}.books in access share mode`);
        // As long as credits-service waits.
        await service.query("set lock_timeout = '500ms'");
        const run = migrateDatabases({ ...configFor(boss, next), waitMs: 30_000 }, (note) => notes.push(note));
        let writes = 0;
        while (notes.filter((note) => note.includes('0002_shelves')).length < 2) {
          await service.query(`delete from ${module.schema}.books where false`);
          writes += 1;
        }
        expect(writes).to.be.greaterThan(100);
        await dump.query('commit');
        expect((await run)[0]?.applied).to.deep.equal(['0002_shelves']);
      }),
    );
  });

  it('rolls a failing migration back and names it, without its text', async () => {
    const sql = `create table ${module.schema}.half (id integer); select 1 / 0`;
    const failing = { ...module, migrations: [{ name: '0001_fails', sql }] };
    const message = await messageOf(migrateDatabases(configFor(boss, failing)));
    expect(message).to.equal(
      `The migration 0001_fails of the schema ${module.schema} failed: division by zero. It was rolled back (SQLSTATE 22012).`,
    );
    const [status] = await readDatabases(configFor(boss, failing));
    expect(status?.pending).to.deep.equal(['0001_fails']);
    expect(await superuser(`select to_regclass('${module.schema}.half') as half`)).to.deep.equal([{ half: null }]);
  });

  it('waits for a server, tells each reason once, and gives up at its limit', async () => {
    const notes: string[] = [];
    const url = 'postgres://someone:a-secret@127.0.0.1:1/prospect';
    const config = { targets: [{ module, url }], passwords: {}, waitMs: 2_500 };
    const message = await messageOf(migrateDatabases(config, (note) => notes.push(note)));
    expect(notes).to.have.length(1);
    for (const text of [message, ...notes])
      expect(text).to.include('PostgreSQL: 127.0.0.1:1 cannot be reached').and.not.include('a-secret');
  });

  it('refuses a server older than 15 in one sentence', async () => {
    const server = createServer((socket) => void socket.on('data', answerAs14()).on('error', () => {}));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const config = { ...configFor(boss), targets: [{ module, url: `postgres://boss@127.0.0.1:${port}/prospect` }] };
    const message = await messageOf(migrateDatabases(config));
    server.close();
    expect(message).to.equal(
      `PostgreSQL at 127.0.0.1:${port}, database prospect: PostgreSQL 14.20 is too old: 15 is the oldest version that works.`,
    );

    function answerAs14() {
      const block = (type: string, ...parts: (string | Buffer)[]): Buffer => {
        const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
        const length = Buffer.alloc(4);
        length.writeInt32BE(body.length + 4);
        return Buffer.concat([Buffer.from(type), length, body]);
      };
      const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
      const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 65_535)]);
      const ready = block('Z', 'I');
      const columns = ['version', 'versionNumber'];
      const values = ['14.20', '140020'];
      const fields = columns.flatMap((name, index) => [
        `${name}\0`,
        int32(0),
        int16(0),
        int32(index === 0 ? 25 : 23),
        int16(-1 & 65_535),
        int32(0),
        int16(0),
      ]);
      const row = values.flatMap((value) => [int32(value.length), value]);
      let isStarted = false;
      return function (this: Socket, data: Buffer): void {
        if (isStarted && data[0] !== 0x51) return void this.end();
        const result = [block('T', int16(2), ...fields), block('D', int16(2), ...row), block('C', 'SELECT 1\0')];
        this.write(Buffer.concat([...(isStarted ? result : [block('R', int32(0))]), ready]));
        isStarted = true;
      };
    }
  });
});
