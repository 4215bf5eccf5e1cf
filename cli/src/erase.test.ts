import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { Writable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { prospect, type Outcome } from '#testing/prospect.js';
import { run as runCommand } from './run.js';
import { startService, type Service } from '#testing/service.js';

const COMMAND = fileURLToPath(new URL('../bin/prospect.js', import.meta.url));

/** An invented person; nothing else in the installation has any of these. */
const ID = '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d';
const PERSON = {
  id: ID,
  organization: { countryCode: 'NO', organizationNumber: '100000001' },
  name: 'Quirina Zvolenska',
  jobTitle: 'CEO',
  isExecutive: true,
  email: 'quirina.zvolenska@fjellvik.example',
  phone: '+4722174063',
  linkedInUrl: 'https://www.linkedin.com/in/quirina-zv-77',
};
const COLLEAGUE = {
  ...PERSON,
  id: undefined,
  name: 'Ola Solvik',
  email: 'ola@fjellvik.example',
  phone: null,
  linkedInUrl: null,
};
/** What may be nowhere afterwards: texts, and the bytes of the id. */
const TRACES = [ID, 'quirina', 'zvolenska', '22174063', 'quirina-zv-77', ID.replaceAll('-', '')];

describe('an erased person', function () {
  // An installation runs here, and its whole database is rewritten.
  this.timeout(600_000);
  let service: Service;
  let superuser: Pool;
  let scratch: string;
  let collector: Server;
  let exported = '';
  const keys: string[] = [];
  const accounts: string[] = [];

  before(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        exported += Buffer.concat(chunks).toString('utf8');
        response.end('{}');
      });
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_on' });
    scratch = await mkdtemp(path.join(tmpdir(), 'prospect-erase-'));
    superuser = await connectSuperuser(service.dataDir);
    const organization = { ...PERSON.organization, name: 'Fjellvik AS' };
    await importLines('organizations', [organization]);
    await importLines('switchboards', [{ organization: PERSON.organization, phone: '+4722174060' }]);
    for (const name of ['Alpha', 'Beta']) {
      const account = await json(['account', 'create', '--name', name, '--included', '100']);
      accounts.push(String(account['id']));
      keys.push(String((await json(['key', 'create', '--account', String(account['id']), '--name', name]))['key']));
    }
  });
  after(async () => {
    await superuser?.end();
    await service?.stop();
    collector.close();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Runs the command in this process: a process of its own for each call takes most of the time. */
  async function run(argv: readonly string[]): Promise<Outcome> {
    const [stdout, stderr] = [new Collected(), new Collected()];
    const code = await runCommand(argv, { PROSPECT_DATA_DIR: service.dataDir }, { stdout, stderr });
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run([...argv, '--json']);
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async function importLines(kind: string, records: readonly object[]): Promise<Record<string, unknown>> {
    const file = path.join(scratch, `${kind}.jsonl`);
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return json(['import', kind, file]);
  }

  async function post(key: string, resource: string, body: object, idempotencyKey?: string): Promise<string> {
    const response = await fetch(service.baseUrl + resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).to.equal(200);
    return text;
  }
  const spend = (key: string): Promise<string> =>
    post(key, '/contacts/reveal', { items: [{ contactId: ID }], infoTypes: ['email', 'phone'], maxCredits: 10 }, 'one');

  it('was on record, looked up and revealed by two accounts, and an access request shows all of it', async () => {
    expect(await importLines('contacts', [PERSON, COLLEAGUE])).to.include({ inserted: 2, suppressed: 0 });
    for (const key of keys) {
      expect(await spend(key)).to.include(PERSON.email);
      const items = [{ linkedInUrl: PERSON.linkedInUrl }, { email: PERSON.email }];
      expect(await post(key, '/people/match', { items })).to.include('Zvolenska');
    }
    await json(['account', 'own-email', accounts[1] ?? '', PERSON.email]);
    const file = path.join(scratch, 'export.json');
    expect(await json(['export', 'person', '--email', PERSON.email, '--out', file])).to.include({
      contacts: 1,
      reveals: 4,
    });
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    const document = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, unknown>[]>;
    const [contact] = document['contacts'] ?? [];
    expect(contact).to.include({
      id: ID,
      name: PERSON.name,
      email: PERSON.email,
      phone: PERSON.phone,
      jobTitle: 'CEO',
    });
    expect(new Set(document['reveals']?.map(({ accountName }) => accountName))).to.deep.equal(
      new Set(['Alpha', 'Beta']),
    );
    expect(document['ownedEmails']).to.have.length(1);
    expect(document['notSearched']?.map(({ what }) => what)).to.include('stored responses');
    await rm(file);
    // The statistics of the planner take samples of values too.
    await superuser.query('analyze');
  });

  it('is shown as numbers first, and nothing happens without consent', async () => {
    const look = { contacts: 1, organizations: 1, accounts: 2, reveals: 4, ownedEmails: 1 };
    expect(await json(['erase', 'contact', ID, '--dry-run'])).to.include(look);
    // In a process of its own, whose standard input is no terminal.
    const env = { PROSPECT_DATA_DIR: service.dataDir };
    const { code, stderr } = await prospect(['erase', 'person', '--linkedin', PERSON.linkedInUrl], { env });
    expect(code).to.equal(2);
    expect(stderr).to.include('--yes').and.include('reveals: 4');
    for (const trace of TRACES) expect(stderr.toLowerCase()).to.not.include(trace);
    expect(await json(['erase', 'contact', ID, '--dry-run'])).to.include(look);
  });

  it('is erased although the command is killed before and after each step of it', async () => {
    for (const moment of ['before', 'after'] as const) {
      const killed = await killAtErasure(moment);
      expect(killed, moment).to.equal('SIGKILL');
      const { rows } = await superuser.query<{ pending: number }>(
        'select count(*)::int as pending from directory.erasures where done_at is null',
      );
      expect(rows[0]?.pending, moment).to.equal(1);
      expect((await superuser.query('select from directory.contacts where id = $1', [ID])).rowCount).to.equal(0);
    }
    const { code, stdout, stderr } = await run(['erase', 'resume', '--json']);
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.have.length(1);
    expect(JSON.parse((await run(['erase', 'resume', '--json'])).stdout)).to.deep.equal([]);
    const { rows } = await superuser.query<{ action: string; subject_kind: string }>(
      "select action, subject_kind, details from accounts.changes where action = 'person.erase'",
    );
    expect(rows).to.deep.equal([{ action: 'person.erase', subject_kind: 'erasure', details: { contacts: 1 } }]);
  });

  it('is not in what a retry is answered, which is charged once', async () => {
    for (const [index, key] of keys.entries()) {
      const text = await spend(key);
      for (const trace of [PERSON.email, PERSON.phone, PERSON.name]) expect(text).to.not.include(trace);
      expect(JSON.parse(text), 'the outcome of the first try').to.include({ creditsCharged: 1.2 });
      expect(await json(['credits', 'show', accounts[index] ?? ''])).to.include({ total: 98.8 });
    }
    expect((await run(['credits', 'audit'])).code, 'the audit is clean').to.equal(0);
  });

  it('is not brought back by the same file, nor by a colleague who looks alike', async () => {
    expect(await importLines('contacts', [PERSON, COLLEAGUE])).to.include({ suppressed: 1, unchanged: 1, rejected: 0 });
    expect(await importLines('contacts', [{ ...PERSON, id: undefined, email: null, phone: null }])).to.include({
      suppressed: 1,
    });
    expect((await superuser.query('select from directory.contacts')).rowCount).to.equal(1);
    await rm(path.join(scratch, 'contacts.jsonl'));
  });

  it('is erased again without another trace, and an access request finds only the suppression', async () => {
    expect(await json(['erase', 'email', PERSON.email, '--yes'])).to.include({ contacts: 0, reveals: 0, accounts: 0 });
    expect(await json(['erase', 'contact', ID, '--yes'])).to.include({ contacts: 0, reveals: 0 });
    const document = await json(['export', 'person', '--email', PERSON.email]);
    for (const list of ['contacts', 'reveals', 'ownedEmails', 'switchboards'])
      expect(document[list], list).to.deep.equal([]);
    expect(document['erasures']).to.have.length(1);
  });

  it('comes back with a restored backup, until the erasures are reapplied', async () => {
    const file = path.join(scratch, 'suppressions.jsonl');
    expect(await json(['erase', 'export', '--out', file])).to.include({ suppressions: 7 });
    const text = await readFile(file, 'utf8');
    for (const trace of TRACES) expect(text.toLowerCase()).to.not.include(trace);
    // The databases as an older backup has them.
    await superuser.query('truncate directory.suppressions, directory.erasures, reveal.erased_subjects');
    await importLines('contacts', [PERSON, COLLEAGUE]);
    await rm(path.join(scratch, 'contacts.jsonl'));
    await json(['account', 'own-email', accounts[1] ?? '', PERSON.email]);
    await post(
      keys[0] ?? '',
      '/contacts/reveal',
      { items: [{ contactId: ID }], infoTypes: ['email'], maxCredits: 10 },
      'two',
    );
    expect(await json(['erase', 'reapply', file])).to.include({ contacts: 1, reveals: 1, ownedEmails: 1 });
    expect(await json(['erase', 'reapply', file]), 'again').to.include({ contacts: 0, reveals: 0, ownedEmails: 0 });
    expect((await run(['credits', 'audit'])).code).to.equal(0);
  });

  it('may be one of a thousand under an address: each is shown, exported and erased', async () => {
    const address = 'alle@solvik.example';
    const last = 'fffffff0-0000-4000-8000-000000000000';
    const crowd = Array.from({ length: 1_001 }, (_, n) => ({
      id: n === 0 ? last : undefined,
      organization: PERSON.organization,
      name: `Solvei Nr ${n}`,
      email: address,
    }));
    expect(await importLines('contacts', crowd)).to.include({ inserted: 1_001 });
    const [key = ''] = keys;
    const wanted = { items: [{ contactId: last }], infoTypes: ['email'], maxCredits: 10 };
    expect(await post(key, '/contacts/reveal', wanted, 'three')).to.include(address);
    expect((await json(['export', 'person', '--email', address]))['reveals']).to.have.length(1);
    expect(await json(['erase', 'email', address, '--yes'])).to.include({ contacts: 1_001, reveals: 1 });
    expect((await run(['credits', 'audit'])).code).to.equal(0);
    await rm(path.join(scratch, 'contacts.jsonl'));
  });

  it('is erased from accounts also when an import has removed the contact before', async () => {
    const [gone, address] = ['fffffff1-0000-4000-8000-000000000000', 'tora@solvik.example'];
    const record = {
      id: gone,
      organization: PERSON.organization,
      name: 'Tora Solvik',
      email: address,
      phone: '+4722174077',
    };
    await importLines('contacts', [record]);
    const [key = ''] = keys;
    const wanted = { items: [{ contactId: gone }], infoTypes: ['email', 'phone'], maxCredits: 10 };
    await post(key, '/contacts/reveal', wanted, 'four');
    await superuser.query('delete from directory.contacts where id = $1', [gone]);
    const document = await json(['export', 'person', '--email', address]);
    expect(document['reveals'], 'the phone is found by the contact of the address').to.have.length(2);
    expect(await json(['erase', 'email', address, '--yes'])).to.include({ contacts: 0, reveals: 2 });
    const { rows } = await superuser.query('select from reveal.reveals where subject_id = $1', [gone]);
    expect(rows).to.have.length(0);
    expect(await importLines('contacts', [{ ...record, email: null, phone: null }])).to.include({ suppressed: 1 });
    await rm(path.join(scratch, 'contacts.jsonl'));
  });

  it('may also be a user of the console, whom an access request shows', async () => {
    const address = 'olga.operator@solvik.example';
    await json(['user', 'add', '--email', address, '--name', 'Olga Operator', '--role', 'operator']);
    const document = await json(['export', 'person', '--email', address]);
    expect(document['consoleUsers']).to.have.length(1);
    expect((document['consoleUsers'] as object[])[0]).to.include({ email: address, name: 'Olga Operator' });
  });

  it('is in no row, no file, no log and no trace of the installation', async () => {
    // A customer who asks for the erased person again leaves no trace either.
    await post(keys[0] ?? '', '/people/match', { items: [{ linkedInUrl: PERSON.linkedInUrl }] });
    await eventually(
      () => Promise.resolve(exported.length),
      (length) => length > 0,
    );
    const { rows: tables } = await superuser.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('directory', 'reveal', 'credits', 'accounts', 'edge')`,
    );
    expect(tables.length).to.be.greaterThan(20);
    for (const { name } of [...tables, { name: 'pg_catalog.pg_stats' }]) {
      const { rows } = await superuser.query<{ text: string }>(`select t::text as text from ${name} as t`);
      for (const trace of TRACES)
        expect(
          rows.some(({ text }) => text.toLowerCase().includes(trace)),
          `${name}: ${trace}`,
        ).to.equal(false);
    }

    // Deleted rows stay in the files until they are vacuumed: docs/personal-data.md says so.
    await superuser.query('vacuum full');
    await superuser.query('checkpoint');
    const bytes = [...TRACES.map((trace) => Buffer.from(trace)), Buffer.from(ID.replaceAll('-', ''), 'hex')];
    let searched = 0;
    for (const entry of await readdir(service.dataDir, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      // The write-ahead log is overwritten as it is used, and has its own place in that page.
      if (!entry.isFile() || file.includes(`${path.sep}pg_wal${path.sep}`)) continue;
      const content = await readFile(file).catch(() => Buffer.alloc(0));
      searched += 1;
      const found = bytes.filter(
        (trace) =>
          content.includes(trace) || content.toString('latin1').toLowerCase().includes(trace.toString('latin1')),
      );
      expect(found.map(String), file).to.deep.equal([]);
    }
    expect(searched).to.be.greaterThan(100);
    for (const trace of TRACES) expect(exported.toLowerCase().includes(trace), `traces: ${trace}`).to.equal(false);
  });

  /** Runs the erasure, and kills it before or after the service has done its part. */
  async function killAtErasure(moment: 'before' | 'after'): Promise<NodeJS.Signals | null> {
    const admin = JSON.parse(await readFile(path.join(service.dataDir, 'admin.json'), 'utf8')) as Record<
      string,
      string
    >;
    let reached = (): void => {};
    const arrival = new Promise<void>((resolve) => (reached = resolve));
    const proxy = createServer((request, response) => {
      const target = new URL(request.url ?? '', admin['url']);
      const isErasure = request.url?.startsWith('/admin/v1/erasures/') === true;
      if (isErasure && moment === 'before') return reached();
      const forwarded = sendRequest(target, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
        if (isErasure) {
          answer.resume();
          answer.on('end', reached);
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const child = spawn(process.execPath, [COMMAND, 'erase', 'email', PERSON.email, '--yes'], {
      env: {
        PATH: process.env['PATH'],
        PROSPECT_DATA_DIR: service.dataDir,
        PROSPECT_ADMIN_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        PROSPECT_ADMIN_TOKEN: admin['token'],
      },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    await Promise.race([arrival, exited]);
    child.kill('SIGKILL');
    const [, signal] = await exited;
    proxy.closeAllConnections();
    proxy.close();
    return signal;
  }
});

/** Keeps what is written to it. */
class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

async function connectSuperuser(dataDir: string): Promise<Pool> {
  const admin = JSON.parse(await readFile(path.join(dataDir, 'admin.json'), 'utf8')) as { databaseUrl: string };
  const url = new URL(admin.databaseUrl);
  url.username = 'postgres';
  url.password = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim();
  return createPool({
    connectionString: url.toString(),
    applicationName: 'erase-test',
    maxConnections: 1,
    statementTimeoutMs: 120_000,
  });
}
