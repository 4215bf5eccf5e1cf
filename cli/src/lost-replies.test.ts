import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { openLossyLine, type LossyLine } from './testing/lossy-line.js';
import { prospect, type Outcome } from './testing/prospect.js';
import { startService, type Service } from './testing/service.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** More than the command tries. */
const ALL = 100;

interface Entry {
  readonly kind: string;
  readonly purchased: number;
  readonly reference: string | null;
}

describe('prospect, when replies are lost', function () {
  this.timeout(120_000);
  let service: Service;
  let line: LossyLine;
  let token: string;

  before(async () => {
    service = await startService();
    const admin = JSON.parse(await readFile(path.join(service.dataDir, 'admin.json'), 'utf8')) as {
      url: string;
      token: string;
    };
    line = await openLossyLine(admin.url);
    token = admin.token;
  });
  after(async () => {
    await line?.close();
    await service?.stop();
  });

  const call = (...argv: string[]): Promise<Outcome> =>
    prospect(argv, { env: { PROSPECT_ADMIN_URL: line.url, PROSPECT_ADMIN_TOKEN: token } });
  const json = async <Value>(...argv: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await call(...argv, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout) as Value;
  };
  /** Loses that many replies to a call; the lines are whole again afterwards. */
  const losing = async (replies: number, ...argv: string[]): Promise<Outcome> => {
    line.lose(replies);
    const outcome = await call(...argv);
    const left = line.left();
    line.lose(0);
    if (replies < ALL) expect(left, 'replies that were not lost').to.equal(0);
    return outcome;
  };
  const newAccount = async (...options: string[]): Promise<string> =>
    (await json<{ id: string }>('account', 'create', '--name', 'Testbolaget AB', ...options)).id;
  const grants = async (id: string): Promise<Entry[]> =>
    (await json<Entry[]>('credits', 'ledger', id)).filter(({ kind }) => kind === 'grant');

  it('makes a grant once, however often it asks for it [D money.4]', async () => {
    const id = await newAccount();
    const { code, stdout, stderr } = await losing(2, 'credits', 'grant', id, '--purchased', '12.5', '--json');
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ purchased: 12.5, total: 12.5 });
    expect(await grants(id)).to.have.length(1);
  });

  it('tells people the reference of a grant, given or drawn', async () => {
    const id = await newAccount();
    const drawn = await call('credits', 'grant', id, '--purchased', '1');
    const given = await call('credits', 'grant', id, '--purchased', '2', '--reference', 'invoice 7');
    expect(given.stderr).to.include('invoice 7');
    const references = (await grants(id)).map(({ reference }) => reference);
    expect(references).to.deep.equal([UUID.exec(drawn.stderr)?.[0], 'invoice 7']);
  });

  it('says under which reference to ask again, and that makes the grant once [D money.4]', async () => {
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

  it('refuses another amount under a reference that is used [D money.4]', async () => {
    const id = await newAccount();
    await json('credits', 'grant', id, '--purchased', '1', '--reference', 'invoice 8');
    const { code, stderr } = await call('credits', 'grant', id, '--purchased', '2', '--reference', 'invoice 8');
    expect([code, stderr.includes('reference')]).to.deep.equal([1, true]);
    expect(await grants(id)).to.have.length(1);
  });

  it('makes an account once, with its credits once [D money.4]', async () => {
    const options = ['--name', 'Ensam AB', '--included', '3', '--purchased', '5'];
    const { code, stdout, stderr } = await losing(2, 'account', 'create', ...options, '--json');
    expect(code, stderr).to.equal(0);
    const { id } = JSON.parse(stdout) as { id: string };
    const accounts = await json<{ id: string; name: string }[]>('account', 'list');
    expect(accounts.filter(({ name }) => name === 'Ensam AB').map((each) => each.id)).to.deep.equal([id]);
    expect(await json('credits', 'show', id)).to.deep.include({ included: 3, purchased: 5 });
    expect(await grants(id)).to.have.length(1);
  });

  it('says under which id an account may have been made, and that is it [D money.4]', async () => {
    const options = ['--name', 'Kanske AB', '--purchased', '5'];
    const { code, stderr } = await losing(ALL, 'account', 'create', ...options);
    expect([code, stderr.includes('not known')]).to.deep.equal([1, true]);
    const id = UUID.exec(stderr.slice(stderr.indexOf('--id')))?.[0] ?? '';
    expect(await json('account', 'create', ...options, '--id', id)).to.deep.include({ id, name: 'Kanske AB' });
    const accounts = await json<{ name: string }[]>('account', 'list');
    expect(accounts.filter(({ name }) => name === 'Kanske AB')).to.have.length(1);
    expect(await grants(id)).to.have.length(1);
  });

  it('refuses other credits under the id of an account that is there [D money.4]', async () => {
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

  it('asks once for a key, and says that it may be there without anyone having seen it [D money.4]', async () => {
    const account = await newAccount();
    const { code, stdout, stderr } = await losing(1, 'key', 'create', '--account', account, '--name', 'crm');
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.include('not known').and.include('key list').and.include('key revoke');
    expect(await json<object[]>('key', 'list', '--account', account)).to.have.length(1);
  });

  it('does not say so of what only reads', async () => {
    const { code, stderr } = await losing(1, 'account', 'list');
    expect([code, stderr.includes('not known')]).to.deep.equal([1, false]);
  });
});
