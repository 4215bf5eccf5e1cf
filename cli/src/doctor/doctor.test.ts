import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schemas } from '@prospecting/database';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import {
  createTestAuthority,
  createTestDatabase,
  openTcpProxy,
  type TestDatabase,
} from '@prospecting/platform/testing';
import { expect } from 'chai';
import { prospect } from '#testing/prospect.js';
import { startService, type Service } from '#testing/service.js';
import { checkAdminAddress } from './admin-address.js';
import { examine } from './doctor.js';
import { runChecks, type Finding } from './finding.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const now = (): Date => new Date();
const ofLevel = (findings: readonly Finding[], level: Finding['level']): Finding[] =>
  findings.filter((each) => each.level === level);

/** Every finding that is not ok says what to do, and names only pages that exist. */
function assertAdvice(findings: readonly Finding[]): void {
  for (const { level, found, advice } of findings) {
    expect(advice === null, found).to.equal(level === 'ok');
    for (const [page] of (advice ?? '').matchAll(/docs\/[\w/-]+\.md/g))
      expect(existsSync(path.join(ROOT, page)), page).to.equal(true);
  }
}

async function failuresOf(options: Parameters<typeof examine>[0]): Promise<Finding[]> {
  const findings = await examine(options);
  assertAdvice(findings);
  return ofLevel(findings, 'failure');
}

describe('prospect doctor', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'prospect-doctor-'));
  });
  after(() => rm(folder, { recursive: true }));

  describe('with a running service', () => {
    let service: Service;
    let admin: Readonly<Record<'url' | 'token' | 'databaseUrl' | 'identityKey', string>>;
    let env: Readonly<Record<string, string>>;

    before(async () => {
      service = await startService();
      admin = JSON.parse(await readFile(path.join(service.dataDir, 'admin.json'), 'utf8')) as typeof admin;
      env = { PROSPECT_DATA_DIR: service.dataDir };
    });
    after(() => service?.stop());

    it('finds no failure, exits 0, and prints no secret', async () => {
      const { code, stdout, stderr } = await prospect(['doctor', '--json'], { env });
      expect(code, stderr + stdout).to.equal(0);
      const { findings, failures, ok } = JSON.parse(stdout) as { findings: Finding[]; failures: number; ok: number };
      expect(failures).to.equal(0);
      expect(ok).to.equal(ofLevel(findings, 'ok').length).and.greaterThan(8);
      const found = findings.map((each) => each.found).join('\n');
      expect(found)
        .to.include('the token is accepted')
        .and.include('the service is ready')
        .and.include('as prospect_importer (admin.json)');
      expect(stdout).not.to.include(admin.token).and.not.include(admin.identityKey);
      expect(stdout).not.to.include(new URL(admin.databaseUrl).password);
    });

    it('prints each finding on a line for people', async () => {
      const { stdout } = await prospect(['doctor'], { env });
      expect(stdout).to.match(/^ok {7}admin token: the token is accepted$/m);
    });

    it('finds a wrong token, exits 1, and does not print it', async () => {
      const wrong = { ...env, PROSPECT_ADMIN_URL: admin.url, PROSPECT_ADMIN_TOKEN: 'a-wrong-token' };
      const { code, stdout, stderr } = await prospect(['doctor'], { env: wrong });
      expect(code).to.equal(1);
      expect(stdout).to.match(
        /^FAILURE {2}admin token: the service does not accept the token\n +→ Set PROSPECT_ADMIN_TOKEN/m,
      );
      expect(stderr).to.equal('prospect: the doctor found 1 failure\n');
      expect(stdout + stderr).not.to.include('a-wrong-token');
    });

    it('finds an admin.json that others may read', async () => {
      const file = path.join(service.dataDir, 'admin.json');
      await chmod(file, 0o644);
      try {
        const [first, ...others] = await failuresOf({ env, now });
        expect(others).to.deep.equal([]);
        expect(first?.found).to.include('others may read it (0644)');
        expect(first?.advice).to.include(`chmod 600 ${file}`);
      } finally {
        await chmod(file, 0o600);
      }
    });

    it("[D money.5] finds this machine's clock an hour off, by the service and by the database", async () => {
      const shifted = (): Date => new Date(Date.now() + 3_600_000);
      const warnings = ofLevel(await examine({ env, now: shifted }), 'warning');
      expect(warnings.map(({ found }) => /differs from .* by 3[56]\d\d/.test(found))).to.deep.equal([true, true]);
    });

    it('finds a database that is stopped, and goes on with the rest', async () => {
      const proxy = await openTcpProxy(admin.databaseUrl);
      const stopped = { ...env, PROSPECT_DATABASE_URL: proxy.through(admin.databaseUrl), PROSPECT_IDENTITY_KEY: 'key' };
      await proxy.cut();
      try {
        const failures = await failuresOf({ env: stopped, now });
        expect(failures).to.have.length(1);
        expect(failures[0]?.found).to.include('cannot be reached (ECONNREFUSED)').and.include('PROSPECT_DATABASE_URL');
      } finally {
        await proxy.close();
      }
    });

    it('finds what hangs within the deadline, and goes on with the rest', async () => {
      const silent = createTcpServer(() => {}).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const hanging = { ...env, MIGRATION_DATABASE_URL: `postgres://owner:s3cret@127.0.0.1:${port}/prospect` };
      try {
        const findings = await examine({ env: hanging, now, deadlineMs: 5_000 });
        const failures = ofLevel(findings, 'failure').map(({ check, found }) => `${check}: ${found}`);
        // The driver gives up, or the deadline of the check passes, whichever is first.
        expect(failures).to.have.length(1);
        expect(failures[0]).to.match(/^database .*(?:does not answer|no result within 5 s)/);
        expect(findings.map(({ found }) => found)).to.include('the token is accepted');
      } finally {
        silent.close();
      }
    });

    it('finds a Redis that is down as a warning, because the service goes on without it', async () => {
      const warnings = ofLevel(
        await examine({ env: { ...env, REDIS_URL: 'redis://:s3cret@127.0.0.1:9' }, now }),
        'warning',
      );
      expect(warnings.map(({ found }) => found)).to.deep.equal(['Redis at 127.0.0.1:9 does not answer']);
    });
  });

  describe('without a service', () => {
    it('says which file it looked for, and that nothing listens', async () => {
      const missing = await failuresOf({ env: { PROSPECT_DATA_DIR: folder }, now });
      expect(missing.map(({ check }) => check)).to.deep.equal(['configuration']);
      expect(missing[0]?.found).to.include(path.join(folder, 'admin.json'));
      // Port 9 belongs to the discard service, and nothing listens there.
      const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN: 't', PROSPECT_DATA_DIR: folder };
      expect((await failuresOf({ env, now }))[0]?.found).to.equal('nothing listens at 127.0.0.1:9 (ECONNREFUSED)');
    });

    it('finds a name that does not resolve, an unreadable file and a bad URL', async () => {
      const env = {
        PROSPECT_ADMIN_URL: 'http://admin.invalid',
        PROSPECT_ADMIN_TOKEN: 't',
        PROSPECT_DATA_DIR: folder,
        PROSPECT_IDENTITY_KEY_FILE: path.join(folder, 'nowhere'),
        MIGRATION_DATABASE_URL: 'mysql://here',
        GRPC_TLS_CERT_FILE: path.join(folder, 'no.crt'),
      };
      const found = (await failuresOf({ env, now })).map((each) => each.found).join('\n');
      expect(found)
        .to.include('the name admin.invalid cannot be resolved')
        .and.include('nowhere does not exist')
        .and.include('MIGRATION_DATABASE_URL is not a postgres:// URL')
        .and.include('no.crt cannot be read');
    });

    it('turns a check that throws into a finding', async () => {
      const [finding] = await runChecks([{ name: 'x', run: () => Promise.reject(new Error('broken')) }]);
      expect(finding).to.include({ check: 'x', level: 'failure', found: 'the check failed: broken' });
    });
  });

  describe('with databases', () => {
    let database: TestDatabase;
    let operator: Pool;
    let env: Readonly<Record<string, string>>;

    before(async () => {
      database = await createTestDatabase(schemas);
      operator = createPool({ connectionString: database.url, applicationName: 'test', maxConnections: 1 });
      // Only databases count here; without a service there are other findings.
      env = { MIGRATION_DATABASE_URL: database.url, PROSPECT_DATA_DIR: folder };
    });
    after(async () => {
      await operator.end();
      await database.drop();
    });

    const ofDatabase = async (): Promise<Finding[]> =>
      (await examine({ env, now, deadlineMs: 60_000 })).filter(
        ({ check, level }) => check.startsWith('database') && level !== 'ok',
      );

    it('finds nothing wrong with a migrated database', async () => {
      expect(await ofDatabase()).to.deep.equal([]);
    });

    it('finds a right that was revoked, of a table, a column, a function and a schema', async () => {
      await operator.query(`
        revoke insert on edge.request_log from prospect_gateway;
        revoke select (revoked_at) on accounts.api_keys from prospect_gateway;
        revoke execute on function edge.ensure_request_log_partitions(date) from prospect_gateway;
        revoke usage on schema credits from prospect_credits`);
      const findings = await ofDatabase();
      expect(findings.map(({ found }) => found)).to.have.members([
        'the role prospect_gateway lacks insert on edge.request_log',
        'the role prospect_gateway lacks select (revoked_at) on accounts.api_keys',
        'the role prospect_gateway lacks execute on function edge.ensure_request_log_partitions',
        'the role prospect_credits lacks usage on schema credits',
      ]);
      expect(findings[0]?.advice).to.match(/^grant .+ on .+ to prospect_/);
      // The advice, followed, mends it.
      for (const { advice } of findings) await operator.query((advice ?? '').split(';', 1)[0] ?? '');
      expect(await ofDatabase()).to.deep.equal([]);
    });

    it('finds a migration that is missing', async () => {
      const { rows } = await operator.query<{ name: string }>(
        'delete from credits.migrations where id = (select max(id) from credits.migrations) returning name',
      );
      const [finding, ...others] = await ofDatabase();
      expect(others).to.deep.equal([]);
      expect(finding?.found).to.equal(`the schema credits lacks migrations of this release: ${rows[0]?.name}`);
      expect(finding?.advice).to.include('prospect database migrate');
      await operator.query('insert into credits.migrations (name, batch) values ($1, 1)', [rows[0]?.name]);
    });

    it('finds an index whose build did not end', async () => {
      const change = (isValid: boolean): Promise<unknown> =>
        operator.query(
          `update pg_catalog.pg_index set indisvalid = $1 where indexrelid = 'accounts.accounts_pkey'::regclass`,
          [isValid],
        );
      await change(false);
      const [finding] = await ofDatabase();
      await change(true);
      expect(finding?.found).to.include('accounts.accounts_pkey is not valid');
    });
  });

  describe('with TLS', () => {
    const authority = createTestAuthority();
    let server: Server | undefined;
    afterEach(() => server?.close());

    async function found(notAfter: Date, isTrusted = true): Promise<Finding[]> {
      const { certificate, key } = authority.issue({ dnsNames: ['localhost'], notAfter });
      server = createServer({ cert: certificate, key }, (_request, response) => response.end('{}'));
      server.listen(0, '127.0.0.1');
      await new Promise((resolve) => server?.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      const file = path.join(folder, 'server.crt');
      await writeFile(file, certificate);
      const env = { GRPC_TLS_CERT_FILE: file, PROSPECT_DATA_DIR: folder };
      const ofFile = (await examine({ env, now })).filter(({ check }) => check === 'certificate file');
      const { findings } = await checkAdminAddress({ url: `https://localhost:${port}`, token: 't' }, now);
      return isTrusted ? ofFile : [...findings];
    }

    it('finds a certificate that has ended, in a file', async () => {
      const [finding] = await found(new Date(Date.now() - 60_000));
      expect([finding?.level, finding?.found]).to.deep.equal(['failure', finding?.found]);
      expect(finding?.found).to.match(/ended at \d{4}-/);
    });

    it('accepts a file of authorities in which one has not ended', async () => {
      const old = createTestAuthority('old', { notAfter: new Date(Date.now() - 60_000) });
      const young = createTestAuthority('young', { notAfter: new Date(Date.now() + 86_400_000 * 90) });
      const file = path.join(folder, 'ca.crt');
      await writeFile(file, old.certificate + young.certificate);
      const findings = await examine({ env: { GRPC_TLS_CA_FILE: file, PROSPECT_DATA_DIR: folder }, now });
      const ofFile = findings.filter(({ check }) => check === 'certificate file');
      expect(ofFile.map(({ level, found: text }) => [level, text.includes('CN=young')])).to.deep.equal([['ok', true]]);
    });

    it('finds a certificate that ends soon, in a file', async () => {
      const [finding] = await found(new Date(Date.now() + 3 * 86_400_000 + 60_000));
      expect(finding?.level).to.equal('warning');
      expect(finding?.found).to.include('ends in 3 days');
    });

    it('finds that the certificate of the admin address has ended, or is not trusted', async () => {
      const [ended] = await found(new Date(Date.now() - 60_000), false);
      expect(ended?.found).to.match(/the certificate of localhost:\d+ ended at/);
      server?.close();
      const [untrusted] = await found(new Date(Date.now() + 3_600_000 * 24 * 60), false);
      expect(untrusted?.found).to.match(/the certificate of localhost:\d+ is not trusted/);
    });
  });
});
