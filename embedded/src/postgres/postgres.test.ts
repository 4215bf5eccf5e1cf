import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { startPostgres, StartupError, type EmbeddedPostgres, type PostgresOptions } from './index.js';

const isRoot = process.getuid?.() === 0;

describe('embedded PostgreSQL', function () {
  this.timeout(90_000);
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  const start = async (options: PostgresOptions = {}): Promise<EmbeddedPostgres> => {
    const postgres = await startPostgres({ dataDir, ...options });
    running.push(postgres);
    return postgres;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'postgres-test-'));
    await chmod(dataDir, 0o711);
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
    const outside = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined);
    if (outside !== undefined) await rm(outside.trim(), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });

  it('runs PostgreSQL 18 in UTF-8 and sorts text by code point', async () => {
    const postgres = await start();
    const sorted = `select string_agg(word, '' order by word) as words from unnest(array['å', 'a', 'Z', 'z']) as word`;
    expect(await query(postgres.url, sorted)).to.deep.equal([{ words: 'Zazå' }]);
    const [row] = await query(
      postgres.url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
    );
    expect(row).to.deep.equal({ major: 18, encoding: 'UTF8' });
  });

  it('keeps its data and its password over a restart', async () => {
    const first = await start();
    await query(first.url, 'create table kept (word text)');
    await query(first.url, `insert into kept values ('still here')`);
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select word from kept')).to.deep.equal([{ word: 'still here' }]);
    expect(new URL(second.url).password).to.equal(new URL(first.url).password);
  });

  it('listens on loopback and requires a password that only the owner of the data directory can read', async () => {
    const postgres = await start();
    const wrong = new URL(postgres.url);
    wrong.password = 'guessed';
    const refused = await query(wrong.toString(), 'select 1').catch((error: unknown) => error);
    expect(refused).to.have.property('code', '28P01');
    const [addresses] = await query(postgres.url, `select current_setting('listen_addresses') as listen`);
    expect(addresses).to.deep.equal({ listen: '127.0.0.1' });
    expect((await stat(path.join(dataDir, 'postgres-password'))).mode & 0o777).to.equal(0o600);
  });

  it('rejects a data directory that is in use, and does not disturb its user', async () => {
    const first = await start();
    const refusal = await startPostgres({ dataDir }).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(StartupError);
    expect((refusal as Error).message).to.match(/in use by a running instance \(process \d+\)$/);
    expect(await query(first.url, 'select 1 as alive')).to.deep.equal([{ alive: 1 }]);
  });

  it('runs beside another server with another data directory', async () => {
    const [one, other] = await Promise.all([
      start({ dataDir: path.join(dataDir, 'one') }),
      start({ dataDir: path.join(dataDir, 'other') }),
    ]);
    await query(one.url, 'create table only_here (word text)');
    expect(await query(other.url, `select to_regclass('only_here') as found`)).to.deep.equal([{ found: null }]);
  });

  it('stops the server of a killed starter, and loses no data', async () => {
    const pid = await startAndDie(dataDir, { killServer: false });
    expect(isAlive(pid), 'the orphan runs').to.equal(true);
    const postgres = await start();
    expect(isAlive(pid), 'the orphan still runs').to.equal(false);
    expect(await query(postgres.url, 'select word from survives')).to.deep.equal([{ word: 'committed' }]);
  });

  it('recovers when the starter and the server were both killed', async () => {
    await startAndDie(dataDir, { killServer: true });
    const postgres = await start();
    expect(await query(postgres.url, 'select word from survives')).to.deep.equal([{ word: 'committed' }]);
  });

  it('ignores the lock of an exited process, also when another process has its id now', async () => {
    await writeFile(
      path.join(dataDir, 'lock'),
      `${JSON.stringify({ pid: process.pid, startedAt: 'another boot/1' })}\n`,
    );
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as alive')).to.deep.equal([{ alive: 1 }]);
  });

  it('repeats an interrupted initialisation', async () => {
    const { stop } = await start();
    await stop();
    const home = await homeOf(dataDir);
    await rm(path.join(home, 'cluster'), { recursive: true });
    await writeFile(path.join(home, 'cluster.new'), 'incomplete');
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as alive')).to.deep.equal([{ alive: 1 }]);
  });

  it('reports in one line why it did not start', async () => {
    const refusal = await startPostgres({ dataDir, settings: { shared_buffers: 'plenty' } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).to.be.instanceOf(StartupError);
    expect((refusal as Error).message)
      .to.include('shared_buffers')
      .and.not.to.include('\n');
  });

  it('leaves nothing behind when it is not durable', async () => {
    const postgres = await startPostgres({ durable: false, authentication: 'trust' });
    const anyone = new URL(postgres.url);
    anyone.password = '';
    expect(await query(anyone.toString(), `select current_setting('fsync') as fsync`)).to.deep.equal([
      { fsync: 'off' },
    ]);
    const [{ cluster }] = (await query(postgres.url, `select current_setting('data_directory') as cluster`)) as [
      { cluster: string },
    ];
    expect(existsSync(cluster)).to.equal(true);
    await postgres.stop();
    expect(existsSync(path.dirname(cluster)), 'the folder of the cluster').to.equal(false);
  });

  it('unlocks the data directory when the start is cancelled', async () => {
    const refusal = await startPostgres({ dataDir, signal: AbortSignal.abort() }).catch((error: unknown) => error);
    expect(refusal).to.have.property('name', 'AbortError');
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as alive')).to.deep.equal([{ alive: 1 }]);
  });

  describe('started by root', () => {
    before(function () {
      if (!isRoot) this.skip();
    });

    it('runs as another user, and only that user can read the cluster', async () => {
      await start();
      const cluster = await stat(path.join(dataDir, 'postgres', 'cluster'));
      expect(cluster.uid).not.to.equal(0);
      expect(cluster.mode & 0o777).to.equal(0o700);
    });

    it('keeps the database outside a data directory that only root can enter, reports it once, and finds it again', async () => {
      await chmod(dataDir, 0o700);
      const lines: string[] = [];
      const first = await start({ notify: (line) => lines.push(line) });
      const home = await homeOf(dataDir);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include(home);
      await query(first.url, 'create table kept (word text)');
      await first.stop();
      const second = await start({ notify: (line) => lines.push(line) });
      expect(await query(second.url, 'select count(*) as rows from kept')).to.deep.equal([{ rows: 0 }]);
      expect(lines, 'reported once').to.have.length(1);
    });

    it('starts with an empty database when the data directory was deleted, also when the database was outside', async () => {
      await chmod(dataDir, 0o700);
      const deleted = path.join(dataDir, 'data');
      const first = await start({ dataDir: deleted });
      await query(first.url, 'create table deleted (word text)');
      await first.stop();
      const home = await homeOf(deleted);
      await rm(deleted, { recursive: true });
      const second = await start({ dataDir: deleted });
      expect(await query(second.url, `select to_regclass('deleted') as found`)).to.deep.equal([{ found: null }]);
      expect(await homeOf(deleted), 'the same folder, so that old clusters do not accumulate').to.equal(home);
      await second.stop();
      await rm(home, { recursive: true });
    });
  });
});

async function query(url: string, sql: string): Promise<object[]> {
  const pool = createPool({ connectionString: url, applicationName: 'test', maxConnections: 1 });
  try {
    return (await pool.query<object>(sql)).rows;
  } finally {
    await pool.end();
  }
}

async function homeOf(dataDir: string): Promise<string> {
  const pointer = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined);
  return pointer?.trim() ?? path.join(dataDir, 'postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const SURVIVOR = `
  const { startPostgres } = await import(process.argv[1]);
  const { createPool } = await import(process.argv[2]);
  const postgres = await startPostgres({ dataDir: process.argv[3] });
  const pool = createPool({ connectionString: postgres.url, applicationName: 'test', maxConnections: 1 });
  await pool.query('create table survives (word text)');
  await pool.query("insert into survives values ('committed')");
  console.log('ready');
  setInterval(() => {}, 1000);
`;

/**
 * Starts the server from a process that is then killed. Optionally kills the server too. Returns
 * the server's process id.
 */
async function startAndDie(dataDir: string, { killServer }: { killServer: boolean }): Promise<number> {
  const modules = [new URL('index.js', import.meta.url).href, import.meta.resolve('@prospecting/platform/postgres')];
  const argv = ['--input-type=module', '-e', SURVIVOR, ...modules, dataDir];
  const child = spawn(process.execPath, argv, {
    cwd: path.dirname(fileURLToPath(import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    exited.then(() => Promise.reject(new Error('the starter exited by itself'))),
  ]);
  const file = await readFile(path.join(await homeOf(dataDir), 'cluster', 'postmaster.pid'), 'utf8');
  const pid = Number(file.split('\n')[0]);
  child.kill('SIGKILL');
  await exited;
  if (killServer) process.kill(pid, 'SIGKILL');
  return pid;
}
