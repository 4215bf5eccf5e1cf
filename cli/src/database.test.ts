import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { run } from './run.js';

interface Status {
  readonly schema: string;
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

describe('prospect database', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase([]);
  });
  afterEach(() => database.drop());

  async function call(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const env = { MIGRATION_DATABASE_URL: database.url, MIGRATION_WAIT_SECONDS: '0' };
    const code = await run(['database', ...argv], env, { stdout, stderr });
    stdout.end();
    stderr.end();
    return { code, stdout: await text(stdout), stderr: await text(stderr) };
  }

  it('migrates every schema, and again none', async () => {
    const [first, second] = [await call('migrate', '--json'), await call('migrate', '--json')];
    expect([first.code, second.code], first.stderr).to.deep.equal([0, 0]);
    const applied = (JSON.parse(first.stdout) as Status[]).map((each) => each.applied[0]?.slice(0, 5));
    expect(applied).to.deep.equal(Array.from({ length: 5 }, () => '0001_'));
    const again = JSON.parse(second.stdout) as Status[];
    expect(again.map(({ schema }) => schema)).to.deep.equal(['directory', 'reveal', 'credits', 'accounts', 'edge']);
    for (const result of again) expect(result).to.deep.equal({ schema: result.schema, applied: [], unknown: [] });
  });

  it('exits 1 for a status with pending migrations, and 0 when all are applied', async () => {
    const before = await call('status', '--json');
    expect(before.code).to.equal(1);
    expect(before.stderr).to.include('migrations are pending');
    const pending = (JSON.parse(before.stdout) as Status[]).flatMap((each) => each.pending);
    await call('migrate');
    const after = await call('status', '--json');
    expect(after.code, after.stderr).to.equal(0);
    const statuses = JSON.parse(after.stdout) as Status[];
    expect(statuses.flatMap(({ applied }) => applied)).to.deep.equal(pending);
    expect(statuses.flatMap((each) => [...each.pending, ...each.unknown])).to.deep.equal([]);
  });

  it('prints the SQL of the roles, also as JSON', async () => {
    const { code, stdout } = await call('roles');
    expect(code).to.equal(0);
    for (const role of ['prospect_search', 'prospect_importer', 'prospect_credits_owner'])
      expect(stdout).to.include(role);
    const { stdout: json } = await call('roles', '--json');
    expect(JSON.parse(json)).to.deep.equal({ sql: stdout });
  });
});
