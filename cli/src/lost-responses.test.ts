import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { prospect, type Outcome } from '#testing/prospect.js';
import { startService, type Service } from '#testing/service.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** More than the command retries. */
const ALL = 100;

interface Entry {
  readonly kind: string;
  readonly purchased: number;
  readonly reference: string | null;
}

describe('prospect when responses are lost', function () {
  this.timeout(120_000);
  let service: Service;
  let proxy: TcpProxy;
  let token: string;

  before(async () => {
    service = await startService();
    const admin = JSON.parse(await readFile(path.join(service.dataDir, 'admin.json'), 'utf8')) as {
      url: string;
      token: string;
    };
    proxy = await openTcpProxy(admin.url);
    token = admin.token;
  });
  after(async () => {
    await proxy?.close();
    await service?.stop();
  });

  const call = (...argv: string[]): Promise<Outcome> =>
    prospect(argv, { env: { PROSPECT_ADMIN_URL: `http://127.0.0.1:${proxy.port}`, PROSPECT_ADMIN_TOKEN: token } });
  const json = async <Value>(...argv: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await call(...argv, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout) as Value;
  };
  /** Loses that many replies to a call; afterwards no reply is lost. */
  const losing = async (replies: number, ...argv: string[]): Promise<Outcome> => {
    proxy.loseReplies(replies);
    const outcome = await call(...argv);
    const left = proxy.repliesToLose();
    proxy.loseReplies(0);
    if (replies < ALL) expect(left, 'replies that were not lost').to.equal(0);
    return outcome;
  };
  const newAccount = async (...options: string[]): Promise<string> =>
    (await json<{ id: string }>('account', 'create', '--name', 'Testbolaget AB', ...options)).id;
  const grants = async (id: string): Promise<Entry[]> =>
    (await json<Entry[]>('credits', 'ledger', id)).filter(({ kind }) => kind === 'grant');

  it('[D money.4] makes a grant once, however often it retries', async () => {
    const id = await newAccount();
    const { code, stdout, stderr } = await losing(2, 'credits', 'grant', id, '--purchased', '12.5', '--json');
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ purchased: 12.5, total: 12.5 });
    expect(await grants(id)).to.have.length(1);
  });

  it('prints the reference of a grant, whether given or random', async () => {
    const id = await newAccount();
    const drawn = await call('credits', 'grant', id, '--purchased', '1');
    const given = await call('credits', 'grant', id, '--purchased', '2', '--reference', 'invoice 7');
    expect(given.stderr).to.include('invoice 7');
    const references = (await grants(id)).map(({ reference }) => reference);
    expect(references).to.deep.equal([UUID.exec(drawn.stderr)?.[0], 'invoice 7']);
  });

  it('[D money.4] names the reference for a repeat, which makes the grant once', async () => {
    const id = await newAccount();
    const { code, stdout, stderr } = await losing(ALL, 'credits', 'grant', id, '--purchased', '12.5', '--json');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr)
      .to.include('not known')
      .and.match(/--reference [0-9a-f]/);
    const reference = UUID.exec(stderr.slice(stderr.indexOf('--reference')))?.[0] ?? '';
    const again = await json('credits', 'grant', id, '--purchased', '12.5', '--reference', reference);
    expect(again).to.deep.include({ purchased: 12.5 });
    expect((await grants(id)).map((each) => each.reference)).to.deep.equal([reference]);
  });

  it('[D money.4] rejects another amount under a used reference', async () => {
    const id = await newAccount();
    await json('credits', 'grant', id, '--purchased', '1', '--reference', 'invoice 8');
    const { code, stderr } = await call('credits', 'grant', id, '--purchased', '2', '--reference', 'invoice 8');
    expect([code, stderr.includes('reference')]).to.deep.equal([1, true]);
    expect(await grants(id)).to.have.length(1);
  });

  it('[D money.4] creates an account once and grants its credits once', async () => {
    const options = ['--name', 'Ensam AB', '--included', '3', '--purchased', '5'];
    const { code, stdout, stderr } = await losing(2, 'account', 'create', ...options, '--json');
    expect(code, stderr).to.equal(0);
    const { id } = JSON.parse(stdout) as { id: string };
    const accounts = await json<{ id: string; name: string }[]>('account', 'list');
    expect(accounts.filter(({ name }) => name === 'Ensam AB').map((each) => each.id)).to.deep.equal([id]);
    expect(await json('credits', 'show', id)).to.deep.include({ included: 3, purchased: 5 });
    expect(await grants(id)).to.have.length(1);
  });

  it('[D money.4] names the id of an account that may have been created, and a repeat uses it', async () => {
    const options = ['--name', 'Kanske AB', '--purchased', '5'];
    const { code, stderr } = await losing(ALL, 'account', 'create', ...options);
    expect([code, stderr.includes('not known')]).to.deep.equal([1, true]);
    const id = UUID.exec(stderr.slice(stderr.indexOf('--id')))?.[0] ?? '';
    expect(await json('account', 'create', ...options, '--id', id)).to.deep.include({ id, name: 'Kanske AB' });
    const accounts = await json<{ name: string }[]>('account', 'list');
    expect(accounts.filter(({ name }) => name === 'Kanske AB')).to.have.length(1);
    expect(await grants(id)).to.have.length(1);
  });

  it('[D money.4] rejects other credits under the id of an existing account', async () => {
    const options = ['--name', 'Annan AB', '--included', '3'];
    const { id } = await json<{ id: string }>('account', 'create', ...options, '--purchased', '5');
    for (const other of ['7', '0']) {
      const { code, stderr } = await losing(0, 'account', 'create', ...options, '--purchased', other, '--id', id);
      expect(code).to.equal(1);
      expect(stderr).to.include('other credits');
    }
    expect(await grants(id)).to.have.length(1);
    const again = await json<{ id: string }>('account', 'create', ...options, '--purchased', '5', '--id', id);
    expect(again.id).to.equal(id);
  });

  it('[D money.4] requests a key once, and says that a key with a lost secret may exist', async () => {
    const account = await newAccount();
    const { code, stdout, stderr } = await losing(1, 'key', 'create', '--account', account, '--name', 'crm');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.include('not known').and.include('key list').and.include('key revoke');
    expect(await json<object[]>('key', 'list', '--account', account)).to.have.length(1);
  });

  it('does not warn about an unknown outcome for a command that only reads', async () => {
    const { code, stderr } = await losing(1, 'account', 'list');
    expect([code, stderr.includes('not known')]).to.deep.equal([1, false]);
  });
});
