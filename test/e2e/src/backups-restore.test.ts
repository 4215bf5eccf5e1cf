import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseUrls, schemas, startStack, type Stack, type StackSecrets } from '@prospecting/embedded';
import { createPool, ensureRoles, migrateSchema, type Pool } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createAdmin, type Admin } from './support/admin.js';
import { createCustomer, customerOf } from './support/customer.js';
import { startDumpableServer, type DumpableServer } from './support/dumpable-server.js';
import {
  batchOf,
  describeNeeds,
  exchange,
  keyed,
  PATHS,
  problemOf,
  recordsOf,
  type Customer,
} from './support/index.js';
import { seed, SOLE_TRADER_KEY } from './support/seed.js';

const { contact, organization } = recordsOf(import.meta.url);

const DRILL = fileURLToPath(new URL('../../../deploy/scripts/restore-drill.mjs', import.meta.url));

const acme = organization({ name: 'Nordvik AB', domains: ['nordkopia.example'] });
const contacts = Array.from({ length: 60 }, (_, n) =>
  contact(acme, { name: `Person Exempel${n}`, email: `person${n}@nordkopia.example` }),
);
const SECRETS: StackSecrets = {
  adminToken: 'the admin token of the tests of backups',
  cursorKeys: ['the cursor key of the tests of backups'],
  soleTraderKey: SOLE_TRADER_KEY,
  storedResponseSecrets: ['the response secret of the tests of backups'],
};

/** An installation on a database of the server. */
interface Restored {
  readonly stack: Stack;
  readonly admin: Admin;
  as(customer: Customer): Customer;
}

describeNeeds('processes', 'A backup restores the money', function () {
  // Servers, backups and whole installations start here.
  this.timeout(180_000);
  let server: DumpableServer;
  let superuser: Pool;
  let source: Restored;
  let scratch: string;
  let used = 0;
  const stacks: Stack[] = [];

  before(async function () {
    const started = await startDumpableServer();
    // Debian's package postgresql has all of them.
    if (started === undefined) return this.skip();
    server = started;
    scratch = await mkdtemp(path.join(tmpdir(), 'prospect-backups-'));
    superuser = createPool({ connectionString: server.url, applicationName: 'test', maxConnections: 1 });
    await superuser.query('create database source');
    for (const module of schemas) {
      await ensureRoles(server.url, module);
      await migrateSchema(urlOf('source'), module);
    }
    const target = { databaseUrl: urlOf('source', 'prospect_importer'), identityKey: SOLE_TRADER_KEY };
    await seed(target, { organizations: [acme], contacts });
    source = await openOn('source');
  });
  after(async () => {
    for (const stack of stacks) await stack.stop();
    await superuser?.end();
    await server?.stop();
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
  });

  function urlOf(database: string, role = 'postgres'): string {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    url.username = role;
    return url.href;
  }

  async function openOn(database: string): Promise<Restored> {
    const stack = await startStack({
      databases: databaseUrls((role) => urlOf(database, role)),
      secrets: SECRETS,
      poolSize: 4,
    });
    stacks.push(stack);
    const admin = createAdmin(stack.adminUrl, stack.adminToken);
    return {
      stack,
      admin,
      as: (customer) => customerOf(customer, (to, options) => exchange(stack.baseUrl + to, options)),
    };
  }

  const run = (program: string, ...argv: string[]): Promise<unknown> =>
    promisify(execFile)(path.join(server.programs, program), argv);

  async function backUp(...options: string[]): Promise<string> {
    used += 1;
    const file = path.join(scratch, `backup-${used}`);
    await run('pg_dump', '--format=custom', `--file=${file}`, ...options, urlOf('source'));
    return file;
  }

  async function restore(...files: string[]): Promise<Restored> {
    used += 1;
    const database = `restored_${used}`;
    await superuser.query(`create database ${database} template template0`);
    for (const file of files) await run('pg_restore', '--exit-on-error', `--dbname=${urlOf(database)}`, file);
    return openOn(database);
  }

  async function drill(...options: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [DRILL, ...options], {
      env: {
        PATH: `${server.programs}:${process.env['PATH']}`,
        DRILL_SOURCE_DATABASE_URL: urlOf('source'),
        DRILL_TARGET_DATABASE_URL: server.url,
      },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, output: stdout + stderr };
  }

  const newCustomer = (): Promise<Customer> =>
    createCustomer(
      source.admin,
      (to, options) => exchange(source.stack.baseUrl + to, options),
      { credits: { purchased: 100 } },
      () => {},
    );
  const reveal = (customer: Customer, of: number, key: string) =>
    customer.post(
      PATHS.reveal,
      { items: [{ contactId: contacts[of]?.id }], infoTypes: ['email'], maxCredits: 1 },
      keyed(key),
    );
  const balanceOf = async (customer: Customer): Promise<number> =>
    ((await customer.send(PATHS.credits)).json as { total: number }).total;

  /** Returns the problems that an audit names. Waits until every spend is captured. */
  async function problemsAt({ admin }: Restored): Promise<string[]> {
    const audit = async (): Promise<string> => (await admin.ask('GET', '/credits/audit')).text;
    const lines = (await eventually(audit, (each) => !each.includes('"pending"'), { timeoutMs: 30_000 }))
      .trim()
      .split('\n');
    expect(lines.at(-1)).to.include('"done"');
    return lines.flatMap(
      (line) => (JSON.parse(line) as { difference?: { problem: string } }).difference?.problem ?? [],
    );
  }

  async function databases(): Promise<unknown[]> {
    return (await superuser.query<object>("select from pg_database where datname like 'prospect_drill_%'")).rows;
  }

  it('is drilled while customers spend: recovery ends what the backup cut off, and every fact agrees', async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, newCustomer));
    const load = new AbortController();
    const codes = new Set<number>();
    const spending = customers.map(async (customer) => {
      for (let n = 0; !load.signal.aborted; n += 1)
        codes.add((await reveal(customer, n % contacts.length, `load-${n}`)).status);
    });
    await eventually(
      () => codes.size,
      (size) => size > 0,
    );
    const { code, output } = await drill();
    load.abort();
    await Promise.all(spending);
    expect(code, output).to.equal(0);
    expect(output, output).to.match(/[1-9]\d* reservations, [1-9]\d* attempts/);
    expect(output, output).to.match(/0 differences, 0 still pending\n$/);
    expect([...codes], 'the load').to.deep.equal([200]);
    expect(await databases(), 'the drill leaves no database').to.deep.equal([]);
  });

  it('forgets what happened after it: the retry of such a spend is a new spend, charged once', async () => {
    const customer = await newCustomer();
    const backup = await backUp();
    expect(batchOf(await reveal(customer, 0, 'after-the-backup')).creditsCharged).to.equal(0.2);
    expect(await balanceOf(customer)).to.equal(99.8);

    const restored = await restore(backup);
    const again = restored.as(customer);
    expect(await balanceOf(again)).to.equal(100);
    const retried = await reveal(again, 0, 'after-the-backup');
    expect(batchOf(retried).creditsCharged).to.equal(0.2);
    expect(retried.headers['idempotent-replayed']).to.equal(undefined);
    expect(await balanceOf(again)).to.equal(99.8);
    expect(await problemsAt(restored)).to.deep.equal([]);
  });

  it('replays what was answered before it, and brings keys back that were revoked after it', async () => {
    const customer = await newCustomer();
    batchOf(await reveal(customer, 0, 'before-the-backup'));
    const backup = await backUp();
    await source.admin.post(`/keys/${customer.keyId}/revoke`);

    const again = (await restore(backup)).as(customer);
    const replayed = await reveal(again, 0, 'before-the-backup');
    expect(replayed.headers['idempotent-replayed']).to.equal('true');
    expect(await balanceOf(again), 'until it is revoked again').to.equal(99.8);
  });

  it('of an older `reveal` beside newer `credits` names what was paid and is lost, and its key stays in use', async () => {
    const customer = await newCustomer();
    const others = await backUp('--exclude-schema=credits');
    batchOf(await reveal(customer, 0, 'between'));
    expect(await problemsAt(source)).to.deep.equal([]);
    const credits = await backUp('--schema=credits');

    const { code, output } = await drill('--backup', others, '--backup', credits);
    expect(code, output).to.equal(1);
    expect(output).to.include('captured_without_reveal').and.to.include(customer.accountId);
    const again = (await restore(others, credits)).as(customer);
    problemOf(await reveal(again, 0, 'between'), 409, 'idempotency_key_in_use');
    expect(batchOf(await reveal(again, 0, 'a new key')).creditsCharged).to.equal(0.2);
  });

  it('of older `credits` beside a newer `reveal` names what is revealed and unpaid', async () => {
    const customer = await newCustomer();
    const credits = await backUp('--schema=credits');
    batchOf(await reveal(customer, 0, 'between'));
    expect(await problemsAt(source)).to.deep.equal([]);
    const others = await backUp('--exclude-schema=credits');

    const { code, output } = await drill('--backup', others, '--backup', credits);
    expect(code, output).to.equal(1);
    expect(output).to.include('reveal_without_capture').and.to.include(customer.accountId);
    const restored = await restore(others, credits);
    const again = restored.as(customer);
    expect(await balanceOf(again), 'the reveal is free').to.equal(100);
  });

  it('is not drilled without a target, and a backup that cannot be restored fails the drill', async () => {
    const child = spawn(process.execPath, [DRILL], { env: { PATH: process.env['PATH'] } });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, stderr]).to.deep.equal([
      2,
      'restore drill: DRILL_TARGET_DATABASE_URL must be a postgres:// URL\n',
    ]);
    const { code, output } = await drill('--backup', DRILL);
    expect(code).to.equal(1);
    expect(output).to.include('pg_restore failed');
    expect(await databases()).to.deep.equal([]);
  });
});
