import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { creditsSchema, service as creditsService } from '@prospecting/credits-service';
import { createPool, ensureRoles, migrateSchema, type Pool } from '@prospecting/platform/postgres';
import type { Serving } from '@prospecting/platform/serving';
import { createLogger } from '@prospecting/platform/telemetry';
import {
  createTestAuthority,
  eventually,
  openTcpProxy,
  startTestService,
  type TcpProxy,
} from '@prospecting/platform/testing';
import { expect } from 'chai';
import { startPostgres, type EmbeddedPostgres } from './postgres/index.js';

const ROLE = 'prospect_credits';
const PASSWORD = 'hemligt';
const NEWEST = creditsSchema.migrations.at(-1)?.name ?? '';

interface LogLine {
  readonly level: string;
  readonly check?: string;
  readonly reason?: string;
}

describe('a service and a real database server', function () {
  this.timeout(120_000);
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let proxy: TcpProxy;
  /** Superuser's connections to the database `other`, which stays when `app` is renamed. */
  let admin: Pool;
  const lines: LogLine[] = [];

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'recover-test-'));
    postgres = await startPostgres({ dataDir });
    proxy = await openTcpProxy(() => postgres.port);
    admin = openAdmin();
    await admin.query('create database app');
    await ensureRoles(urlOf('app'), [creditsSchema], { passwords: { [ROLE]: PASSWORD } });
    await migrateSchema(urlOf('app'), creditsSchema);
  });

  after(async () => {
    await admin.end();
    await proxy.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  function urlOf(database: string, role?: string, password = ''): string {
    const url = new URL(postgres.url);
    url.pathname = `/${database}`;
    if (role !== undefined) {
      url.username = role;
      url.password = password;
    }
    return url.href;
  }

  function openAdmin(): Pool {
    return createPool({ connectionString: urlOf('postgres'), applicationName: 'test', maxConnections: 1 });
  }

  /** Runs statements in the database of the service. */
  async function inApp(...statements: string[]): Promise<void> {
    const pool = createPool({ connectionString: urlOf('app'), applicationName: 'test', maxConnections: 1 });
    try {
      for (const text of statements) await pool.query(text);
    } finally {
      await pool.end();
    }
  }

  const disconnect = (): Promise<unknown> =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`);

  function serve(url = proxy.through(urlOf('app', ROLE, PASSWORD))): ReturnType<typeof startTestService> {
    lines.length = 0;
    const destination = { write: (text: string) => void lines.push(JSON.parse(text) as LogLine) };
    const logger = createLogger({ service: 'test', destination });
    return startTestService(creditsService, { DATABASE_URL: url }, { logger });
  }

  interface Answer {
    readonly status: string;
    readonly degraded?: readonly string[];
    readonly reasons?: Readonly<Record<string, string>>;
  }

  const readiness = async (serving: Serving): Promise<Answer> =>
    (await (await fetch(`http://127.0.0.1:${serving.adminPort}/readyz`)).json()) as Answer;

  const untilReady = (serving: Serving): Promise<Answer> =>
    eventually(
      () => readiness(serving),
      ({ status }) => status === 'ready',
      { timeoutMs: 30_000, intervalMs: 100 },
    );

  const reasonOf = async (serving: Serving, expected: RegExp): Promise<string | undefined> => {
    const answer = await eventually(
      () => readiness(serving),
      ({ reasons }) => expected.test(reasons?.['database'] ?? ''),
      { timeoutMs: 30_000, intervalMs: 100 },
    );
    return answer.reasons?.['database'];
  };

  /** Breaks something, expects its reason, mends it, and expects the service to recover by itself. */
  async function breakAndMend(reason: RegExp, doBreak: () => Promise<unknown>, mend: () => Promise<unknown>) {
    const serving = await serve();
    try {
      expect(await untilReady(serving)).to.deep.equal({ status: 'ready', failing: [] });
      await doBreak();
      expect(await reasonOf(serving, reason)).to.match(reason);
      expect(lines.filter((line) => line.check === 'database' && reason.test(line.reason ?? ''))).to.have.length(1);
      await mend();
      expect(await untilReady(serving)).to.deep.equal({ status: 'ready', failing: [] });
      const [last] = lines.filter(({ check }) => check === 'database').slice(-1);
      expect(last).to.include({ level: 'info' }).and.not.have.property('reason');
      expect(JSON.stringify(lines)).to.not.include(PASSWORD);
    } finally {
      await serving.stop(1_000);
    }
  }

  it('recovers when the server was stopped and is started again', async () => {
    await breakAndMend(
      /^127\.0\.0\.1:\d+ (cannot be reached|does not answer)/,
      async () => {
        await admin.end();
        await postgres.stop();
      },
      async () => {
        postgres = await startPostgres({ dataDir });
        admin = openAdmin();
      },
    );
  });

  it('recovers when the host was unreachable', async () => {
    await breakAndMend(
      /^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/,
      () => proxy.cut(),
      () => proxy.restore(),
    );
  });

  it('recovers when the password of its role was changed', async () => {
    await breakAndMend(
      /^password authentication failed for role prospect_credits on /,
      async () => {
        await admin.query(`alter role ${ROLE} password 'other'`);
        await disconnect();
      },
      () => admin.query(`alter role ${ROLE} password '${PASSWORD}'`),
    );
  });

  it('recovers when its role might not log in', async () => {
    await breakAndMend(
      /refuses role prospect_credits/,
      async () => {
        await admin.query(`alter role ${ROLE} nologin`);
        await disconnect();
      },
      () => admin.query(`alter role ${ROLE} login`),
    );
  });

  it('recovers when its database was absent', async () => {
    await breakAndMend(
      /^database app does not exist on 127\.0\.0\.1:\d+$/,
      async () => {
        await admin.query(`alter role ${ROLE} nologin`);
        await disconnect();
        await admin.query('alter database app rename to elsewhere');
        await admin.query(`alter role ${ROLE} login`);
      },
      () => admin.query('alter database elsewhere rename to app'),
    );
  });

  it('recovers when its role lacked a right', async () => {
    await breakAndMend(
      /^role prospect_credits lacks a right on .*migrations/,
      () => inApp(`revoke select on credits.migrations from ${ROLE}`),
      () => inApp(`grant select on credits.migrations to ${ROLE}`),
    );
  });

  it('names the missing migration of an older schema, and is ready when it is applied', async () => {
    await breakAndMend(
      new RegExp(`^schema credits is older than this release: migration ${NEWEST} is not applied$`),
      () => inApp(`delete from credits.migrations where name = '${NEWEST}'`),
      () => inApp(`insert into credits.migrations (name, batch) values ('${NEWEST}', 1)`),
    );
  });

  it('is ready on a newer schema, and a metric counts what it does not know', async () => {
    await inApp("insert into credits.migrations (name, batch) values ('9999_of_a_later_release', 1)");
    const serving = await serve();
    try {
      expect(await untilReady(serving)).to.have.property('status', 'ready');
      const metrics = await (await fetch(`http://127.0.0.1:${serving.adminPort}/metrics`)).text();
      expect(metrics)
        .to.match(/^prospect_schema_unknown_migrations\{schema="credits"\} 1$/m)
        .and.match(/^prospect_schema_pending_migrations\{schema="credits"\} 0$/m)
        .and.match(/^prospect_ready\{check="database"\} 1$/m);
    } finally {
      await serving.stop(1_000);
      await inApp("delete from credits.migrations where name = '9999_of_a_later_release'");
    }
  });

  it('is not ready on a server that is too old, and says so', async () => {
    // A function before pg_catalog in the search path stands in for an older server.
    await breakAndMend(
      /^the server is PostgreSQL 14; this release needs 15 or later$/,
      async () => {
        await inApp(
          'create schema older',
          "create function older.current_setting(text) returns text language sql return '140012'",
          `grant usage on schema older to ${ROLE}`,
          `alter role ${ROLE} set search_path = older, pg_catalog`,
        );
        await disconnect();
      },
      async () => {
        await inApp(`alter role ${ROLE} reset search_path`, 'drop schema older cascade');
        await disconnect();
      },
    );
  });

  it('starts without its server, says why in one line, and is ready when the server is there', async () => {
    await proxy.cut();
    const serving = await serve();
    try {
      expect(await reasonOf(serving, /ECONNREFUSED/)).to.match(/^127\.0\.0\.1:\d+ cannot be reached/);
      expect(lines.filter(({ check }) => check === 'database')).to.have.length(1);
      await proxy.restore();
      expect(await untilReady(serving)).to.deep.equal({ status: 'ready', failing: [] });
    } finally {
      await serving.stop(1_000);
    }
  });

  describe('over TLS', () => {
    let folder: string;
    let caFile: string;
    let strangerFile: string;

    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'recover-tls-'));
      const authority = createTestAuthority();
      const issued = authority.issue({ dnsNames: ['localhost'] });
      [caFile, strangerFile] = [path.join(folder, 'ca.crt'), path.join(folder, 'stranger.crt')];
      await writeFile(caFile, authority.certificate);
      await writeFile(strangerFile, createTestAuthority('stranger').certificate);
      // The server writes its files itself: it demands to own its key, and may be another user.
      for (const [name, pem] of [
        ['server.crt', issued.certificate],
        ['server.key', issued.key],
      ] as const)
        await admin.query(
          `copy (select '${Buffer.from(pem).toString('base64')}') to program 'umask 077; base64 -d > ${name}'`,
        );
      await admin.query('alter system set ssl = on');
      await admin.query('select pg_reload_conf()');
    });
    after(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    const urlWith = (host: string, options: string): string => {
      const url = new URL(urlOf('app', ROLE, PASSWORD));
      url.hostname = host;
      return `${url.href}?${options}`;
    };

    for (const [what, host, options] of [
      [
        'verify-full accepts the server of the CA in sslrootcert',
        'localhost',
        () => `sslmode=verify-full&sslrootcert=${caFile}`,
      ],
      ['verify-ca does not look at the name', '127.0.0.1', () => `sslmode=verify-ca&sslrootcert=${caFile}`],
      ['require without a CA encrypts and verifies nothing', '127.0.0.1', () => 'sslmode=require'],
      ['require with a CA verifies it', '127.0.0.1', () => `sslmode=require&sslrootcert=${caFile}`],
    ] as const)
      it(`sslmode=${what}`, async () => {
        const serving = await serve(urlWith(host, options()));
        try {
          expect(await untilReady(serving)).to.deep.equal({ status: 'ready', failing: [] });
          const { rows } = await admin.query<{ ssl: boolean }>(
            `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${ROLE}'`,
          );
          expect(rows).to.deep.equal([{ ssl: true }]);
        } finally {
          await serving.stop(1_000);
        }
      });

    for (const [what, host, options, reason] of [
      ['another name', '127.0.0.1', () => `sslmode=verify-full&sslrootcert=${caFile}`, /ERR_TLS_CERT_ALTNAME_INVALID/],
      ['another authority', 'localhost', () => `sslmode=verify-full&sslrootcert=${strangerFile}`, /no TLS connection/],
      ['no authority in verify-full', 'localhost', () => 'sslmode=verify-full', /no TLS connection/],
      ['another authority in verify-ca', 'localhost', () => `sslmode=verify-ca&sslrootcert=${strangerFile}`, /no TLS/],
      [
        'a CA file that is missing',
        'localhost',
        () => 'sslmode=verify-full&sslrootcert=/no/ca.crt',
        /\/no\/ca\.crt cannot/,
      ],
    ] as const)
      it(`refuses ${what}, and the reason says so`, async () => {
        const serving = await serve(urlWith(host, options()));
        try {
          expect(await reasonOf(serving, reason)).to.match(reason);
        } finally {
          await serving.stop(1_000);
        }
      });
  });
});
