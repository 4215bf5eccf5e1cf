import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { prospect, type Outcome } from '#testing/prospect.js';
import { startService, type Service } from '#testing/service.js';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const UNKNOWN_ID = '0198c0de-5a5a-7000-8000-0123456789ab';

interface Change {
  readonly id: string;
  readonly at: string;
  readonly actor: object;
  readonly action: string;
  readonly accountId: string | null;
}

describe('the lists of people and what they changed', function () {
  this.timeout(120_000);
  let service: Service;

  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  const call = (argv: readonly string[]): Promise<Outcome> =>
    prospect(argv, { env: { PROSPECT_DATA_DIR: service.dataDir } });

  /** Returns the JSON value that the call prints. */
  async function json<Value>(...argv: string[]): Promise<Value> {
    const { code, stdout, stderr } = await call([...argv, '--json']);
    expect([code, stderr]).to.deep.equal([0, '']);
    return JSON.parse(stdout) as Value;
  }

  const createAccount = async (): Promise<string> =>
    (await json<{ id: string }>('account', 'create', '--name', 'Testbolaget AB')).id;

  describe('prospect changes', () => {
    it('lists who changed what, newest first, of all accounts or of one', async () => {
      const id = await createAccount();
      await json('account', 'update', id, '--name', 'Fjord AB');
      await createAccount();
      const all = await json<Change[]>('changes');
      const ofOne = await json<Change[]>('changes', '--account', id);
      expect(ofOne.map(({ action }) => action)).to.deep.equal(['account.update', 'account.create']);
      expect(ofOne).to.deep.equal(all.filter(({ accountId }) => accountId === id));
      expect(all.length).to.be.greaterThan(ofOne.length);
      expect(ofOne[0]).to.deep.include({
        actor: { kind: 'token', id: null, name: 'admin token' },
        subject: { kind: 'account', id },
        details: { name: { from: 'Testbolaget AB', to: 'Fjord AB' } },
        outcome: 'done',
      });
    });

    it('lists a period, also as CSV with every field', async () => {
      const id = await createAccount();
      const [created] = await json<Change[]>('changes', '--account', id, '--since', '1h');
      expect(created?.at).to.match(INSTANT);
      expect(await json('changes', '--account', id, '--until', String(created?.at))).to.deep.equal([]);
      expect(await json('changes', '--account', id, '--since', String(created?.at))).to.deep.equal([created]);
      const { code, stdout } = await call(['changes', '--account', id, '--csv']);
      expect(code).to.equal(0);
      const [header, line, ...more] = stdout.trimEnd().split('\r\n');
      expect(header).to.equal('id,at,actor,action,accountId,subject,details,outcome');
      expect(line).to.include(created?.id).and.include(`"{""kind"":""token""`).and.include(',account.create,');
      expect(more).to.deep.equal([]);
    });

    it('shows people the name of who made a change, and what was changed, in one line each', async () => {
      const id = await createAccount();
      const { stdout } = await call(['changes', '--account', id]);
      expect(stdout).to.include('admin token').and.include(`account ${id}`);
    });

    it('exits 1 for an unknown account', async () => {
      const { code, stderr } = await call(['changes', '--account', UNKNOWN_ID]);
      expect([code, stderr]).to.deep.equal([1, 'prospect: There is no such account.\n']);
    });
  });

  describe('prospect user list', () => {
    it('lists everybody who may sign in, also as CSV', async () => {
      const added = await json<{ id: string }>(
        ...['user', 'add', '--email', 'operator@firma.example', '--name', 'Operator', '--role', 'operator'],
      );
      expect(await json<object[]>('user', 'list')).to.deep.include(added);
      const { stdout } = await call(['user', 'list', '--csv']);
      expect(stdout.split('\r\n')[0]).to.equal('id,email,name,role,accountId,disabledAt');
      expect(stdout).to.include(`${added.id},operator@firma.example,Operator,operator,,\r\n`);
    });
  });

  describe('prospect changes with a long trail', () => {
    it('reads every page by its link, with the period in each', async () => {
      const requests: string[] = [];
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
        requests.push(request.url ?? '');
        const page = Number(searchParams.get('after') ?? 0) + 1;
        searchParams.set('after', String(page));
        const next = page < 3 ? { link: `<${pathname}?${searchParams.toString()}>; rel="next"` } : {};
        response.writeHead(200, { 'content-type': 'application/json', ...next });
        response.end(JSON.stringify([{ id: `line ${page}`, actor: { name: 'Anna' }, subject: null }]));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const env = { PROSPECT_ADMIN_URL: url, PROSPECT_ADMIN_TOKEN: 'a-token-for-the-tests-of-the-command-changes' };
        const { stdout } = await prospect(['changes', '--since', '2026-01-01', '--json'], { env });
        const lines = JSON.parse(stdout) as Change[];
        expect(lines.map(({ id }) => id)).to.deep.equal(['line 1', 'line 2', 'line 3']);
        const query = 'since=2026-01-01T00%3A00%3A00.000Z&limit=1000';
        expect(requests).to.deep.equal(
          ['', '&after=1', '&after=2'].map((after) => `/admin/v1/changes?${query}${after}`),
        );
      } finally {
        server.close();
        await once(server, 'close');
      }
    });
  });
});
