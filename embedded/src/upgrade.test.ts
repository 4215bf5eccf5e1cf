import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { creditsSchema } from '@prospecting/credits-service';
import { directorySchema } from '@prospecting/directory/migrations';
import { edgeSchema } from '@prospecting/gateway';
import { generateKey, hashKey, shownPrefix } from '@prospecting/openapi';
import { createPool, ensureRoles, migrateSchema, type SchemaModule } from '@prospecting/platform/postgres';
import { createLogger } from '@prospecting/platform/telemetry';
import { eventually } from '@prospecting/platform/testing';
import { revealSchema } from '@prospecting/reveal-service';
import { expect } from 'chai';
import { startInstallation, type Installation } from './installation.js';
import { startPostgres } from './postgres/index.js';
import { ensureSecret, readPrivateFile } from './private-files.js';

/** The gateway's schema of the release before admin-service, which also held accounts and keys. */
const edgeBefore: SchemaModule = {
  ...edgeSchema,
  runtimeRoles: ['prospect_gateway'],
  migrations: edgeSchema.migrations.filter(({ name }) => name < '0008'),
};
const schemasBefore = [directorySchema, revealSchema, creditsSchema, edgeBefore];

const ACCOUNT = { id: randomUUID(), name: 'Fjord AB', createdAt: '2026-01-02T03:04:05.000Z' };
const KEY = { id: randomUUID(), secret: generateKey() };
const OLD_SECRET = generateKey();

describe('a data directory of the release before admin-service', function () {
  this.timeout(120_000);
  let dataDir: string;
  let installation: Installation | undefined;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'prospect-upgrade-'));
    await chmod(dataDir, 0o711);
    await leaveDataDir(dataDir);
  });
  afterEach(async () => {
    await installation?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<Installation> {
    const config = {
      host: '127.0.0.1',
      port: 0,
      adminPort: 0,
      consolePort: 0,
      dataDir,
      demo: false,
      redisUrl: undefined,
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    installation = await startInstallation(config, { logger, notify: () => {}, signal: new AbortController().signal });
    return installation;
  }

  async function stop(): Promise<void> {
    await installation?.stop();
    installation = undefined;
  }

  const creditsWith = async ({ stack }: Installation, key: string): Promise<number> =>
    (await fetch(`${stack.baseUrl}/credits`, { headers: { authorization: `Bearer ${key}` } })).status;

  async function admin({ stack }: Installation, resource: string, method = 'GET'): Promise<unknown> {
    const headers = { authorization: `Bearer ${stack.adminToken}` };
    return (await fetch(`${stack.adminUrl}/admin/v1${resource}`, { method, headers })).json();
  }

  it('starts, keeps its keys working, and lists its account and its keys in the admin API', async () => {
    expect(await readdir(path.join(dataDir, 'secrets'))).not.to.include('password-prospect_admin');
    const running = await start();
    expect((await fetch(`${running.stack.adminUrl}/readyz`)).status).to.equal(200);
    expect(await readPrivateFile(path.join(dataDir, 'secrets', 'password-prospect_admin'))).to.have.length(43);
    expect(await creditsWith(running, KEY.secret)).to.equal(200);
    expect(await creditsWith(running, OLD_SECRET), 'the expired secret').to.equal(401);
    expect(await admin(running, '/accounts')).to.deep.equal([
      { ...ACCOUNT, apiEnabled: true, targetRoles: ['ceo'], priceGroup: 'default' },
    ]);
    const key = { id: KEY.id, name: 'crm', revokedAt: null };
    const limits = { overall: 120, search: 20, spend: 5 };
    expect(await admin(running, `/accounts/${ACCOUNT.id}/keys`)).to.deep.equal([
      { ...key, prefix: shownPrefix(KEY.secret), createdAt: '2026-01-03T00:00:00.000Z', expiresAt: null, limits },
      {
        ...key,
        prefix: shownPrefix(OLD_SECRET),
        createdAt: '2026-01-02T03:04:06.000Z',
        expiresAt: '2026-01-09T00:00:00.000Z',
        limits,
      },
    ]);
    const log = (): Promise<unknown> => admin(running, `/keys/${KEY.id}/log`);
    const entries = await eventually(log, (answer) => Array.isArray(answer) && answer.length > 0);
    expect(entries).to.have.nested.property('[0].path', '/external/v1/credits');
  });

  it('keeps a change that is made after the upgrade over the next start', async () => {
    const upgraded = await start();
    expect(await admin(upgraded, `/keys/${KEY.id}/revoke`, 'POST')).to.have.property('id', KEY.id);
    await stop();
    const again = await start();
    expect(await admin(again, '/accounts')).to.have.length(1);
    expect(await creditsWith(again, KEY.secret), 'the revoked key').to.equal(401);
  });
});

/** Leaves what `npm start` of that release leaves: a stopped cluster, its passwords and secrets. */
async function leaveDataDir(dataDir: string): Promise<void> {
  const secrets = path.join(dataDir, 'secrets');
  await mkdir(secrets, { mode: 0o700 });
  const passwords: Record<string, string> = {};
  for (const role of schemasBefore.flatMap(({ runtimeRoles }) => runtimeRoles))
    passwords[role] = await ensureSecret(path.join(secrets, `password-${role}`));
  for (const name of ['sole-trader-key', 'admin-token', 'cursor-key', 'stored-response-secret'])
    await ensureSecret(path.join(secrets, name));
  const postgres = await startPostgres({ dataDir });
  try {
    await query(postgres.url, 'create database prospect');
    const database = new URL(postgres.url);
    database.pathname = '/prospect';
    for (const schema of schemasBefore) {
      await ensureRoles(database.toString(), schema, { passwords });
      await migrateSchema(database.toString(), schema);
    }
    await insertRecords(database.toString());
  } finally {
    await postgres.stop();
  }
}

async function insertRecords(url: string): Promise<void> {
  await query(url, `insert into edge.accounts values ($1, $2, true, '{ceo}', 'default', $3)`, [
    ACCOUNT.id,
    ACCOUNT.name,
    ACCOUNT.createdAt,
  ]);
  await query(url, `insert into edge.api_keys values ($1, $2, 'crm', 120, null, null, '2026-01-02T03:04:06Z', null)`, [
    KEY.id,
    ACCOUNT.id,
  ]);
  await query(
    url,
    `insert into edge.key_secrets values
       ($1, $3, $4, '2026-01-02T03:04:06Z', '2026-01-09T00:00:00Z'),
       ($2, $3, $5, '2026-01-03T00:00:00Z', null)`,
    [hashKey(OLD_SECRET), hashKey(KEY.secret), KEY.id, shownPrefix(OLD_SECRET), shownPrefix(KEY.secret)],
  );
}

async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<void> {
  const pool = createPool({ connectionString: url, applicationName: 'test', maxConnections: 1 });
  try {
    await pool.query(sql, [...values]);
  } finally {
    await pool.end();
  }
}
