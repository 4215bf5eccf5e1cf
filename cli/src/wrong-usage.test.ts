import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { run } from './run.js';
import { prospect, type Outcome } from './testing/prospect.js';

const ID = '0198c0de-5a5a-7000-8000-0123456789ab';

/** Each call with a part of what it must say. None of them needs a service: it is refused before one is looked for. */
const WRONG: readonly (readonly [argv: string[], says: string])[] = [
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
  [
    ['price', 'set', '--group', 'g', '--subject', 'person', '--info-type', 'email', '--credits', '1'],
    'Allowed choices',
  ],
  [['price', 'set', '--group', 'g', '--subject', 'contact', '--info-type', 'fax', '--credits', '1'], 'Allowed choices'],
  [['import', 'people', 'file'], `unknown command 'people'`],
  [['import', 'organizations'], `missing required argument 'file'`],
  [['import', 'organizations', 'file', '--format', 'xml'], `there is no format 'xml'`],
  [['import', 'contacts', 'file', '--format', 'brreg-json'], 'contacts are imported as canonical'],
  [['generate'], `required option '--organizations <number>'`],
  [['generate', '--organizations', '-5'], ''],
  [['generate', '--organizations', 'ten'], 'A whole number'],
];

describe('prospect, called wrongly', () => {
  for (const [argv, says] of WRONG) {
    it(`says what was wrong with: prospect ${argv.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runHere(argv);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include(says).and.not.equal('');
      expect(stdout).to.equal('');
    });
  }

  it('exits 2 as a process too', async () => {
    const { code, stdout, stderr } = await prospect(['account', 'show', '17']);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.include('An id is a UUID');
  });

  it('shows help on standard output when asked, and exits 0', async () => {
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

  it('says where it looked and what to do, and exits 1', async () => {
    const { code, stderr, stdout } = await prospect(['account', 'list'], { cwd: folder });
    expect(code).to.equal(1);
    expect(stderr)
      .to.include(path.join('.data', 'admin.json'))
      .and.include('npm start')
      .and.include('PROSPECT_ADMIN_URL');
    expect(stdout).to.equal('');
  });

  it('says that an address does not answer, and exits 1', async () => {
    // Port 9 is the discard service's, which nothing serves.
    const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN: 'secret-token' };
    const { code, stderr } = await prospect(['account', 'list'], { env });
    expect(code).to.equal(1);
    expect(stderr).to.include('http://127.0.0.1:9 does not answer').and.not.include('secret-token');
  });

  it('wants the address and the token together', async () => {
    const { code, stderr } = await prospect(['account', 'list'], { env: { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9' } });
    expect(code).to.equal(2);
    expect(stderr).to.include('PROSPECT_ADMIN_TOKEN');
  });

  it('says that admin.json is damaged, and exits 1', async () => {
    await writeFile(path.join(folder, 'admin.json'), '{"url": ');
    const { code, stderr } = await prospect(['account', 'list'], { env: { PROSPECT_DATA_DIR: folder } });
    expect(code).to.equal(1);
    expect(stderr).to.include('is damaged');
  });

  it('does not import without the key under which ids are derived', async () => {
    const env = { PROSPECT_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', PROSPECT_DATA_DIR: folder };
    const { code, stderr } = await prospect(['import', 'organizations', '-'], { env });
    expect(code).to.equal(1);
    expect(stderr).to.include('PROSPECT_IDENTITY_KEY is not set');
  });
});

/** Calls the command within this process: the cases are many. */
async function runHere(argv: readonly string[]): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await run(argv, {}, { stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}
