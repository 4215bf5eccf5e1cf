import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { run } from './run.js';
import { prospect, type Outcome } from '#testing/prospect.js';

const ID = '0198c0de-5a5a-7000-8000-0123456789ab';

/** Wrong calls, each with a part of its message. None of them needs a service. */
const WRONG_CALLS: readonly (readonly [argv: string[], message: string])[] = [
  [[], 'Usage: prospect'],
  [['account'], 'Usage: prospect account'],
  [['acount', 'list'], `unknown command 'acount'`],
  [['account', 'create'], `required option '--name <name>'`],
  [['account', 'create', '--name', ' '], 'It is empty'],
  [['account', 'create', '--name', 'A', '--included', '0.0005'], 'at most 3 places'],
  [['account', 'create', '--name', 'A', '--included', '1e3'], 'at most 3 places'],
  [['account', 'create', '--name', 'A', '--included=-1'], 'at most 3 places'],
  [['account', 'create', '--name', 'A', '--included', '1000000001'], 'at most 1000000000'],
  [['account', 'create', '--name', 'A', '--no-subscription', '--purchased', '5'], '--no-subscription'],
  [['account', 'create', '--name', 'A', '--colour', 'red'], `unknown option '--colour'`],
  [['account', 'show'], `missing required argument 'id'`],
  [['account', 'show', '17'], 'An id is a UUID'],
  [['account', 'show', ID, ID], 'too many arguments'],
  [['account', 'update', ID], 'nothing to change'],
  [['account', 'update', ID, '--api-enabled', '--api-disabled'], 'exclude each other'],
  [['account', 'update', ID, '--target-role', 'ceo', '--clear-target-roles'], 'exclude each other'],
  [['account', 'own-email', ID], `missing required argument 'email'`],
  [['credits', 'grant', ID], `required option '--purchased <credits>'`],
  [['credits', 'grant', ID, '--purchased', 'many'], 'at most 3 places'],
  [['credits', 'subscribe', ID], `required option '--included <credits>'`],
  [['credits', 'audit', '--grace', 'long'], 'A duration is 0'],
  [['credits', 'release', ID], `missing required argument 'reservation'`],
  [['key', 'create', '--account', ID], `required option '--name <name>'`],
  [['key', 'create', '--account', ID, '--name', 'k', '--limit', 'daily=5'], 'overall, search, spend'],
  [['key', 'create', '--account', ID, '--name', 'k', '--limit', 'search=0'], 'overall, search, spend'],
  [['key', 'create', '--account', ID, '--name', 'k', '--limit', 'search=1', '--limit', 'search=2'], 'given twice'],
  [['key', 'roll', ID, '--overlap', '8d'], 'at most 7d'],
  [['key', 'roll', ID, '--overlap', '169h'], 'at most 7d'],
  [['key', 'roll', ID, '--overlap', '1w'], 'a whole number with a unit'],
  [['key', 'roll', ID, '--overlap', '90'], 'a whole number with a unit'],
  [['key', 'log', ID, '--since', 'yesterday'], 'A time is written as'],
  [['key', 'log', ID, '--since', '2026-02-30T99:00:00Z'], 'A time is written as'],
  [['key', 'log', ID, '--since', '2026-02-30'], 'A time is written as'],
  [['key', 'log', ID, '--since', '2026-02-30T12:00:00Z'], 'A time is written as'],
  [['key', 'log', ID, '--since', '1w'], 'a duration back from now'],
  [['key', 'log', ID, '--since', '1h', '--until', '2h'], 'is not before --until'],
  [['key', 'log', ID, '--until', '2026-02-30'], 'A time is written as'],
  [['key', 'log', ID, '--limit', '0'], 'from 1 to 1000000'],
  [['key', 'log', ID, '--follow', '--until', '1h'], 'exclude each other'],
  [['key', 'log', ID, '--json', '--csv'], '--json and --csv exclude each other'],
  [['account', 'list', '--csv', '--json'], '--json and --csv exclude each other'],
  [['account', 'show', ID, '--csv'], `unknown option '--csv'`],
  [['credits', 'ledger', ID, '--since', '2026-02-01', '--until', '2026-01-01'], 'is not before --until'],
  [['changes', '--account', '17'], 'An id is a UUID'],
  [['changes', '--since', 'yesterday'], 'A time is written as'],
  [['changes', '--since', '1h', '--until', '2h'], 'is not before --until'],
  [['changes', '--csv', '--json'], '--json and --csv exclude each other'],
  [['completion', 'csh'], 'Allowed choices are bash, zsh, fish'],
  [
    ['price', 'set', '--group', 'g', '--subject', 'person', '--info-type', 'email', '--credits', '1'],
    'Allowed choices',
  ],
  [['price', 'set', '--group', 'g', '--subject', 'contact', '--info-type', 'fax', '--credits', '1'], 'Allowed choices'],
  [['import', 'people', 'file'], `unknown command 'people'`],
  [['import', 'organizations'], `missing required argument 'file'`],
  [['import', 'organizations', 'file', '--format', 'xml'], `there is no format 'xml'`],
  [['import', 'contacts', 'file', '--format', 'brreg-json'], 'for contacts; use one of: canonical'],
  [['generate'], `required option '--organizations <number>'`],
  [['generate', '--organizations', '-5'], ''],
  [['generate', '--organizations', 'ten'], 'A whole number'],
  [['database'], 'Usage: prospect database'],
  [['database', 'migrate'], 'MIGRATION_DATABASE_URL'],
  [['database', 'status'], 'MIGRATION_DATABASE_URL'],
  [['database', 'migrate', 'directory'], 'too many arguments'],
];

describe('prospect with wrong usage', () => {
  for (const [argv, message] of WRONG_CALLS) {
    it(`exits 2 with a message for: prospect ${argv.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runHere(argv);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include(message).and.not.equal('');
      expect(stdout).to.equal('');
    });
  }

  it('exits 2 as a process', async () => {
    const { code, stdout, stderr } = await prospect(['account', 'show', '17']);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.include('An id is a UUID');
  });

  it('prints help on standard output with --help, and exits 0', async () => {
    const { code, stdout } = await prospect(['key', 'create', '--help']);
    expect(code).to.equal(0);
    expect(stdout).to.include('--limit <bucket=number>').and.include('--json');
  });
});

describe('prospect without a service', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'prospect-test-'));
  });

  after(() => rm(folder, { recursive: true }));

  it('exits 1 and names the file that it looked for', async () => {
    const { code, stderr, stdout } = await prospect(['account', 'list'], { cwd: folder });
    expect(code).to.equal(1);
    expect(stderr)
      .to.include(path.join('.data', 'admin.json'))
      .and.include('npm start')
      .and.include('PROSPECT_ADMIN_URL');
    expect(stdout).to.equal('');
  });

  it('exits 1 when the address does not respond', async () => {
    // Port 9 belongs to the discard service, and nothing listens there.
    const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN: 'secret-token' };
    const { code, stderr } = await prospect(['account', 'list'], { env });
    expect(code).to.equal(1);
    expect(stderr).to.include('http://127.0.0.1:9 does not respond').and.not.include('secret-token');
  });

  it('exits 2 for an address without a token', async () => {
    const { code, stderr } = await prospect(['account', 'list'], { env: { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9' } });
    expect(code).to.equal(2);
    expect(stderr).to.include('PROSPECT_ADMIN_TOKEN');
  });

  it('exits 2 and names the file when a variable names one that does not exist', async () => {
    const file = path.join(folder, 'no-token');
    const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN_FILE: file };
    const { code, stderr } = await prospect(['account', 'list'], { env });
    expect(code).to.equal(2);
    expect(stderr).to.include(`PROSPECT_ADMIN_TOKEN_FILE: ${file} does not exist`);
  });

  it('reads a variable from the file that its _FILE twin names', async () => {
    const file = path.join(folder, 'token');
    await writeFile(file, 'secret-token\n');
    const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN_FILE: file };
    const { code, stderr } = await prospect(['account', 'list'], { env });
    expect(code).to.equal(1);
    expect(stderr).to.include('http://127.0.0.1:9 does not respond');
  });

  it('exits 1 when admin.json is damaged', async () => {
    await writeFile(path.join(folder, 'admin.json'), '{"url": ');
    const { code, stderr } = await prospect(['account', 'list'], { env: { PROSPECT_DATA_DIR: folder } });
    expect(code).to.equal(1);
    expect(stderr).to.include('is damaged');
  });

  it('exits 1 for an import without the identity key', async () => {
    const env = { PROSPECT_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', PROSPECT_DATA_DIR: folder };
    const { code, stderr } = await prospect(['import', 'organizations', '-'], { env });
    expect(code).to.equal(1);
    expect(stderr).to.include('PROSPECT_IDENTITY_KEY is not set');
  });
});

/** Calls the command in this process, because the cases are many. */
async function runHere(argv: readonly string[]): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await run(argv, {}, { stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}
