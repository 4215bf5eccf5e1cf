import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { prospect, type CallOptions, type Outcome } from '#testing/prospect.js';
import { startService, type Service } from '#testing/service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const KEY = /^pd_live_[0-9A-Za-z]{38}$/;
const UNKNOWN_ID = '0198c0de-5a5a-7000-8000-0123456789ab';
const LOG_TIMEOUT_MS = 15_000;

describe('prospect with a service', function () {
  this.timeout(120_000);
  let service: Service;
  let folder: string;

  before(async () => {
    service = await startService();
    folder = await mkdtemp(path.join(tmpdir(), 'prospect-files-'));
  });

  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (argv: readonly string[], options: CallOptions = {}): Promise<Outcome> =>
    prospect(argv, { ...options, env: { PROSPECT_DATA_DIR: service.dataDir, ...options.env } });

  /** Returns the JSON value that the call prints. */
  const json = async <Value>(...argv: string[]): Promise<Value> => {
    const { code, stdout, stderr } = await call([...argv, '--json']);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.equal('');
    return JSON.parse(stdout) as Value;
  };

  const adminFile = async () =>
    JSON.parse(await readFile(path.join(service.dataDir, 'admin.json'), 'utf8')) as Record<string, string>;

  const createAccount = async (...options: string[]): Promise<string> => {
    const { id } = await json<{ id: string }>('account', 'create', '--name', 'Testbolaget AB', ...options);
    return id;
  };

  describe('account', () => {
    it('creates, shows, lists and updates an account', async () => {
      const options = [
        '--price-group',
        'partners',
        '--target-role',
        'ceo',
        '--target-role',
        'head_of_sales',
        '--api-disabled',
      ];
      const created = await json<Record<string, unknown>>('account', 'create', '--name', 'Fjordfisk AS', ...options);
      expect(created).to.include({ name: 'Fjordfisk AS', apiEnabled: false, priceGroup: 'partners' });
      expect(created['id']).to.match(UUID);
      expect(created['targetRoles']).to.deep.equal(['ceo', 'head_of_sales']);
      const id = String(created['id']);

      const changed = await json<object>(
        'account',
        'update',
        id,
        '--api-enabled',
        '--clear-target-roles',
        '--name',
        'Fjord',
      );
      expect(changed).to.deep.include({ id, name: 'Fjord', apiEnabled: true, targetRoles: [], priceGroup: 'partners' });
      expect(await json<object>('account', 'show', id)).to.deep.include(changed);
      expect(await json<object[]>('account', 'list')).to.deep.include(changed);
    });

    it('adds e-mail addresses that an account owns', async () => {
      const id = await createAccount();
      const owned = await json('account', 'own-email', id, 'anna@example.se', 'Bo@Example.com');
      expect(owned).to.deep.equal({ id, ownedEmails: ['anna@example.se', 'bo@example.com'] });
    });

    it('exits 1 for an unknown account', async () => {
      const { code, stdout, stderr } = await call(['account', 'show', UNKNOWN_ID, '--json']);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.equal('prospect: There is no such account.\n');
    });

    it('names the field that the service rejects', async () => {
      const { code, stderr } = await call(['account', 'create', '--name', 'A', '--target-role', 'Head of Sales']);
      expect(code).to.equal(1);
      expect(stderr).to.include('targetRoles');
    });
  });

  describe('credits', () => {
    it('prints the balance after show, grant and subscribe', async () => {
      const id = await createAccount('--included', '10.5', '--purchased', '2');
      const shown = await json<Balance>('credits', 'show', id);
      expect(shown).to.deep.include({ included: 10.5, purchased: 2, total: 12.5 });
      expect(shown.subscription?.included).to.equal(10.5);
      expect(shown.subscription?.renewsAt).to.match(INSTANT);
      const granted = await json<Balance>('credits', 'grant', id, '--purchased', '0.125');
      expect(granted).to.deep.include({ included: 10.5, purchased: 2.125, total: 12.625 });
      const raised = await json<Balance>('credits', 'subscribe', id, '--included', '20');
      expect(raised).to.deep.include({ included: 20, purchased: 2.125, total: 22.125 });
      expect(raised.subscription?.included).to.equal(20);
    });

    it('prints zeros and a null subscription for an account without one', async () => {
      const id = await createAccount('--no-subscription');
      const balance = await json<Balance>('credits', 'show', id);
      expect(balance).to.deep.equal({ included: 0, purchased: 0, total: 0, subscription: null });
    });

    it('lists the ledger, newest last', async () => {
      const id = await createAccount('--included', '5');
      await json('credits', 'grant', id, '--purchased', '1');
      const ledger = await json<Entry[]>('credits', 'ledger', id);
      expect(ledger.map(({ kind, included, purchased }) => ({ kind, included, purchased }))).to.deep.equal([
        { kind: 'subscribe', included: 5, purchased: 0 },
        { kind: 'grant', included: 0, purchased: 1 },
      ]);
      expect(Object.keys(ledger[0] ?? {})).to.have.members([
        'at',
        'kind',
        'included',
        'purchased',
        'reservationId',
        'reference',
      ]);
      expect(ledger[0]?.at).to.match(INSTANT);
    });

    it('lists a period of the ledger, also as CSV', async () => {
      const id = await createAccount('--included', '5');
      const all = await json<Entry[]>('credits', 'ledger', id);
      expect(await json('credits', 'ledger', id, '--since', '1h')).to.deep.equal(all);
      expect(await json('credits', 'ledger', id, '--until', '1h')).to.deep.equal([]);
      const { stdout } = await call(['credits', 'ledger', id, '--since', '2026-01-01', '--csv']);
      expect(stdout).to.equal(
        `at,kind,included,purchased,reservationId,reference\r\n${all[0]?.at},subscribe,5,0,,\r\n`,
      );
    });

    it('finds no differences in an audit of all accounts', async () => {
      await createAccount('--included', '5', '--purchased', '1');
      await createAccount('--no-subscription');
      const accounts = await json<unknown[]>('account', 'list');
      const nothing = { reservations: 0, attempts: 0, reveals: 0, operations: 0, pending: [], differences: [] };
      expect(await json('credits', 'audit')).to.deep.equal({ accounts: accounts.length, ...nothing });
    });

    it('exits 1 for a release of an unknown reservation', async () => {
      const { code, stderr } = await call(['credits', 'release', await createAccount(), UNKNOWN_ID]);
      expect([code, stderr]).to.deep.equal([1, 'prospect: The account has no such reservation.\n']);
    });
  });

  describe('key', () => {
    it('creates a key with limits, lists it without its secret, rolls it and revokes it', async () => {
      const account = await createAccount();
      const options = ['--limit', 'overall=600', '--limit', 'spend=7'];
      const created = await json<Key>('key', 'create', '--account', account, '--name', 'crm', ...options);
      expect(created.key).to.match(KEY);
      expect(created).to.deep.equal({
        id: created.id,
        name: 'crm',
        prefix: created.key.slice(0, 12),
        key: created.key,
      });

      const [listed] = await json<Record<string, unknown>[]>('key', 'list', '--account', account);
      expect(listed).to.deep.include({
        id: created.id,
        name: 'crm',
        prefix: created.prefix,
        revokedAt: null,
        expiresAt: null,
      });
      expect(listed?.['limits']).to.deep.include({ overall: 600, spend: 7 });
      expect(JSON.stringify(listed)).not.to.include(created.key);

      const rolled = await json<Rolled>('key', 'roll', created.id, '--overlap', '12h');
      expect(rolled.id).to.equal(created.id);
      expect(rolled.key).to.match(KEY).and.not.equal(created.key);
      const hours = (Date.parse(rolled.oldExpiresAt) - Date.now()) / 3_600_000;
      expect(hours).to.be.within(11.9, 12);

      const revoked = await json<{ id: string; revokedAt: string }>('key', 'revoke', created.id);
      expect(revoked.id).to.equal(created.id);
      expect(revoked.revokedAt).to.match(INSTANT);
    });

    it('creates a key that the API accepts, and lists its requests', async () => {
      const account = await createAccount('--included', '3');
      const { id, key } = await json<Key>('key', 'create', '--account', account, '--name', 'log');
      const response = await fetch(`${service.baseUrl}/credits`, { headers: { authorization: `Bearer ${key}` } });
      expect(await response.json()).to.deep.equal({ included: 3, purchased: 0, total: 3 });

      const [entry] = await logOf(id);
      expect(entry).to.include({ method: 'GET', path: '/external/v1/credits', status: 200, credits: 0 });
      expect(Object.keys(entry ?? {})).to.have.members([
        'at',
        'method',
        'path',
        'status',
        'durationMs',
        'items',
        'credits',
      ]);
      expect(await json('key', 'log', id, '--since', '2999-01-01')).to.deep.equal([]);
    });

    it('reads as many of the newest requests as --limit says, and says that there are more', async () => {
      const account = await createAccount();
      const { id, key } = await json<Key>('key', 'create', '--account', account, '--name', 'log');
      for (let count = 0; count < 3; count += 1)
        await fetch(`${service.baseUrl}/credits`, { headers: { authorization: `Bearer ${key}` } });
      await eventually(
        () => json<unknown[]>('key', 'log', id),
        (entries) => entries.length === 3,
      );
      const { code, stdout, stderr } = await call(['key', 'log', id, '--limit', '2', '--csv', '--since', '1h']);
      expect([code, stdout.split('\r\n').length]).to.deep.equal([0, 4]);
      expect(stdout).to.match(/^at,method,path,status,durationMs,items,credits\r\n/);
      expect(stderr).to.match(/^prospect: there are more requests before these 2: use --limit, or --until 20/);
      expect((await call(['key', 'log', id, '--limit', '3'])).stderr).to.equal('');
    });

    /** Waits for the log: the service writes it in batches, after its responses. */
    const logOf = async (id: string): Promise<Record<string, unknown>[]> => {
      const deadlineAt = Date.now() + LOG_TIMEOUT_MS;
      for (;;) {
        const entries = await json<Record<string, unknown>[]>('key', 'log', id);
        if (entries.length > 0 || Date.now() > deadlineAt) return entries;
      }
    };
  });

  describe('price', () => {
    it('sets the price of a group and lists it with the defaults', async () => {
      const argv = ['--group', 'partners', '--subject', 'contact', '--info-type', 'phone', '--credits', '0.75'];
      const set = { group: 'partners', subject: 'contact', infoType: 'phone', credits: 0.75 };
      expect(await json('price', 'set', ...argv)).to.deep.equal(set);
      const prices = await json<object[]>('price', 'list');
      expect(prices).to.deep.include(set);
      expect(prices).to.deep.include({ group: 'default', subject: 'contact', infoType: 'phone', credits: 1 });
    });

    it('rejects a price for LinkedIn pages', async () => {
      const argv = ['--group', 'partners', '--subject', 'contact', '--info-type', 'linkedIn', '--credits', '1'];
      const { code, stderr } = await call(['price', 'set', ...argv]);
      expect(code).to.equal(1);
      expect(stderr).to.match(/linkedIn/);
    });
  });

  describe('import', () => {
    const RECORDS = [
      { countryCode: 'NO', organizationNumber: '974760673', name: 'Nordlys Eksempel AS', domains: ['nordlys.example'] },
      { countryCode: 'SE', organizationNumber: '850101-1230', name: 'Eksempel Enskild Firma', soleTrader: true },
    ].map((record) => `${JSON.stringify(record)}\n`);

    it('counts its results, and changes nothing the second time', async () => {
      const file = path.join(folder, 'organizations.jsonl');
      await writeFile(file, RECORDS.join(''));
      const first = await json<Record<string, number>>('import', 'organizations', file);
      expect(Object.keys(first)).to.have.members([
        ...['read', 'inserted', 'updated', 'unchanged', 'rejected', 'suppressed', 'leftOut', 'reasons', 'removed'],
        'seconds',
      ]);
      expect(first).to.include({ read: 2, inserted: 2, updated: 0, unchanged: 0, rejected: 0 });
      const second = await json<Record<string, number>>('import', 'organizations', file);
      expect(second).to.include({ read: 2, inserted: 0, updated: 0, unchanged: 2, rejected: 0 });
    });

    it('reads gzip from standard input, and writes rejected records to the rejects file', async () => {
      const rejects = path.join(folder, 'rejects.jsonl');
      const stdin = gzipSync(`${RECORDS.join('')}{"countryCode": "NO"}\nnot json\n`);
      const argv = ['import', 'organizations', '-', '--format', 'canonical', '--rejects', rejects, '--json'];
      const { code, stdout } = await call(argv, { stdin });
      expect(code).to.equal(0);
      expect(JSON.parse(stdout)).to.include({ read: 4, rejected: 2 });
      const lines = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
      const rejected = lines.map((line) => JSON.parse(line) as { line: number; reason: string });
      expect(rejected.map(({ line }) => line)).to.have.members([3, 4]);
      expect(Object.keys(rejected[0] ?? {})).to.include.members(['line', 'reason']);
    });

    it('hashes the numbers of sole traders with the key that the service uses for look-ups', async () => {
      const account = await createAccount();
      const { key } = await json<Key>('key', 'create', '--account', account, '--name', 'sole trader');
      const response = await fetch(`${service.baseUrl}/organizations/match`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ orgNumber: '850101-1230', countryCode: 'SE' }] }),
      });
      const { results } = (await response.json()) as { results: { status: string }[] };
      expect(results[0]?.status).to.equal('matched');
    });

    it('[D privacy.2] takes the database and the identity key from the environment, and finds the same records', async () => {
      const { databaseUrl = '', identityKey = '' } = await adminFile();
      const env = {
        PROSPECT_DATABASE_URL: databaseUrl,
        PROSPECT_IDENTITY_KEY: identityKey,
        PROSPECT_DATA_DIR: path.join(folder, 'nowhere'),
      };
      const argv = ['import', 'organizations', '-', '--json'];
      const { code, stdout, stderr } = await prospect(argv, { env, stdin: RECORDS.join('') });
      expect(code, stderr).to.equal(0);
      expect(JSON.parse(stdout)).to.include({ read: 2, unchanged: 2, rejected: 0 });
    });

    it('exits 1 for a missing file', async () => {
      const { code, stdout, stderr } = await call(['import', 'contacts', path.join(folder, 'nowhere.jsonl')]);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(/^prospect: .+\n$/);
    });

    it('imports the files of generate, which are equal for equal seeds', async () => {
      const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')];
      const argv = ['generate', '--organizations', '40', '--contacts-per', '2', '--seed', '7', '--out'];
      const { organizations, files } = await json<Generated>(...argv, one);
      expect(organizations).to.equal(40);
      await json(...argv, other);
      const contents = [one, other].map(async (directory) =>
        gunzipSync(await readFile(path.join(directory, 'contacts.jsonl.gz'))).toString(),
      );
      expect(await contents[0]).to.equal(await contents[1]);
      for (const kind of ['organizations', 'contacts', 'switchboards'] as const) {
        const result = await json<Record<string, number>>('import', kind, files[kind]);
        expect(result['rejected'], kind).to.equal(0);
        expect(result['inserted'], kind).to.be.greaterThan(0);
      }
    });
  });

  describe('output', () => {
    it('prints tables for people, and shows a secret only once', async () => {
      const account = await createAccount();
      const made = await call(['key', 'create', '--account', account, '--name', 'table']);
      expect(made.stdout).to.include('pd_live_').and.include('│');
      expect(made.stderr).to.include('not shown again');
      const listed = await call(['key', 'list', '--account', account]);
      expect(listed.stdout)
        .to.include('│ table')
        .and.not.match(/pd_live_[0-9A-Za-z]{10}/);
    });
  });

  it('prefers PROSPECT_ADMIN_URL and PROSPECT_ADMIN_TOKEN to the data directory', async () => {
    const admin = await adminFile();
    expect(Object.keys(admin)).to.deep.equal(['url', 'token', 'databaseUrl', 'identityKey']);
    const env = {
      PROSPECT_ADMIN_URL: admin['url'] ?? '',
      PROSPECT_ADMIN_TOKEN: admin['token'] ?? '',
      PROSPECT_DATA_DIR: folder,
    };
    const { code, stderr } = await prospect(['account', 'list', '--json'], { env });
    expect(code, stderr).to.equal(0);
    const wrong = await prospect(['account', 'list'], { env: { ...env, PROSPECT_ADMIN_TOKEN: 'guessed' } });
    expect(wrong.code).to.equal(1);
    expect(wrong.stderr).to.include('does not accept the token').and.not.include('guessed');
  });
});

interface Balance {
  readonly included: number;
  readonly purchased: number;
  readonly total: number;
  readonly subscription: { readonly included: number; readonly renewsAt: string } | null;
}

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly included: number;
  readonly purchased: number;
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly key: string;
}

interface Rolled {
  readonly id: string;
  readonly key: string;
  readonly oldExpiresAt: string;
}

interface Generated {
  readonly organizations: number;
  readonly files: Readonly<Record<'organizations' | 'contacts' | 'switchboards', string>>;
}
