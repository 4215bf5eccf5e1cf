// npm run test:postgres-15 [-- <arguments of npm test>]: runs the tests on PostgreSQL 15, the
// oldest version that the product supports. Needs its programs: Debian's package postgresql-15, or
// POSTGRES_BIN, the folder of `initdb` and `postgres` of another version.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, run } from './prepare.mjs';

const bin = process.env.POSTGRES_BIN || '/usr/lib/postgresql/15/bin';
if (!existsSync(path.join(bin, 'initdb')))
  fail(`There is no initdb in ${bin}. Install PostgreSQL 15 (Debian: postgresql-15), or set POSTGRES_BIN.`);

const folder = mkdtempSync(path.join(tmpdir(), 'prospect-postgres-'));
const data = path.join(folder, 'data');
const account = process.getuid() === 0 ? serverAccount() : {};
if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
const port = await freePort();
try {
  program(
    'initdb',
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-sync',
  );
  // Like the server of `npm test`: nothing here has to outlive the run.
  const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=400 -c fsync=off -c full_page_writes=off -c jit=off`;
  program('pg_ctl', '--pgdata', data, '--options', settings, '--log', path.join(folder, 'log'), '--wait', 'start');
  const env = { ...process.env, TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` };
  process.exitCode = run(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], { env }) ? 0 : 1;
} finally {
  if (existsSync(path.join(data, 'postmaster.pid'))) program('pg_ctl', '--pgdata', data, '--mode', 'immediate', 'stop');
  rmSync(folder, { recursive: true, force: true });
}

function program(name, ...argv) {
  const { status, stderr, error } = spawnSync(path.join(bin, name), argv, {
    ...account,
    cwd: folder,
    // pg_ctl's server would hold a pipe open, and the run with it.
    stdio: ['ignore', 'ignore', name === 'pg_ctl' ? 'inherit' : 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr ?? `see its messages above`}`);
}

/** PostgreSQL refuses to run as root: the account that Debian's package makes. */
function serverAccount() {
  const idOf = (option) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return uid > 0 && gid > 0
    ? { uid, gid }
    : fail('PostgreSQL does not run as root, and there is no account `postgres`.');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
