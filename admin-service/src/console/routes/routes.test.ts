import { randomUUID } from 'node:crypto';
import { toTimestamp } from '@prospecting/platform/grpc';
import { expect } from 'chai';
import { openTestConsole, type ConsoleAnswer, type Person, type TestConsole } from '#testing/console.js';

interface LoggedRow {
  readonly at: string;
  readonly status?: number;
  readonly path?: string;
  readonly keyId?: string;
  readonly millicredits?: number;
  readonly operation?: string;
}

const KEY_NAME = '=HYPERLINK("https://evil.example")';

describe('the pages of an account', function () {
  this.timeout(60_000);
  let test: TestConsole;
  let admin: Person;
  let accountId: string;
  let keyId: string;
  let otherKeyId: string;

  before(async () => {
    test = await openTestConsole();
    accountId = (await test.accounts.newAccount()).id;
    admin = await test.signIn(accountId);
    const keyOf = async (account: string, name: string): Promise<string> =>
      (await test.accounts.keys.create({ accountId: account, name, limits: {} })).id;
    keyId = await keyOf(accountId, KEY_NAME);
    otherKeyId = await keyOf((await test.accounts.newAccount()).id, 'other');
    await test.accounts.operator.query("select edge.ensure_request_log_partitions('2026-03-01')");
  });
  after(() => test.close());

  const get = (path: string): Promise<ConsoleAnswer> =>
    test.ask('GET', `/console/v1/accounts/${accountId}${path}`, { as: admin });

  async function getRows(path: string): Promise<Record<string, unknown>[]> {
    const answer = await get(path);
    expect(answer.status, answer.text).to.equal(200);
    return JSON.parse(answer.text) as Record<string, unknown>[];
  }

  async function log(...rows: LoggedRow[]): Promise<void> {
    for (const { at, status = 200, path = '/people/match', keyId: key = keyId, millicredits = 0, operation } of rows)
      await test.accounts.operator.query(
        `insert into edge.request_log
           (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)
         values ($1, $2, $3, 'POST', $4, $5, 12, 1, $6, $7)`,
        [key, accountId, at, path, status, millicredits, operation ?? null],
      );
  }

  describe('of requests', () => {
    beforeEach(async () => {
      await test.accounts.operator.query('truncate edge.request_log');
    });

    it('lists them with their key, newest first, in pages', async () => {
      await log(
        { at: '2026-03-01T10:00:00Z' },
        { at: '2026-03-01T11:00:00Z' },
        { at: '2026-03-01T11:00:00Z', status: 422 },
      );
      const all = await getRows('/requests');
      expect(all.map(({ at, status }) => [at, status])).to.deep.equal([
        ['2026-03-01T11:00:00.000Z', 422],
        ['2026-03-01T11:00:00.000Z', 200],
        ['2026-03-01T10:00:00.000Z', 200],
      ]);
      const members = ['at', 'keyId', 'keyName', 'method', 'path', 'status', 'durationMs', 'items', 'credits'];
      expect(all[0]).to.have.all.keys(members);
      const read: unknown[] = [];
      let path: string | undefined = `/console/v1/accounts/${accountId}/requests?limit=1`;
      while (path !== undefined) {
        const answer: ConsoleAnswer = await test.ask('GET', path, { as: admin });
        read.push(...(JSON.parse(answer.text) as unknown[]));
        path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      expect(read).to.deep.equal(all);
    });

    it('filters them by time, key, status and path', async () => {
      await log(
        { at: '2026-03-01T10:00:00Z', status: 200 },
        { at: '2026-03-01T11:00:00Z', status: 404, path: '/organizations/match' },
        { at: '2026-03-01T11:30:00Z', status: 422 },
      );
      const found = async (query: string): Promise<unknown[]> =>
        (await getRows(`/requests?${query}`)).map(({ status }) => status);
      expect(await found('status=4xx')).to.deep.equal([422, 404]);
      expect(await found('status=404')).to.deep.equal([404]);
      expect(await found('path=/organizations')).to.deep.equal([404]);
      expect(await found('from=2026-03-01T10:30:00Z&to=2026-03-01T11:15:00Z')).to.deep.equal([404]);
      expect(await found(`keyId=${keyId}`)).to.have.length(3);
      expect(await found(`keyId=${randomUUID()}`)).to.deep.equal([]);
      for (const query of ['status=6xx', 'status=4', 'after=x', 'from=yesterday', 'who=me'])
        expect((await get(`/requests?${query}`)).status, query).to.equal(422);
    });

    it('rejects what a database cannot read, and does not fail', async () => {
      const at = '2026-03-01T10:00:00.000Z';
      for (const query of [`after=${at}/(9999999999,1)`, `after=${at}/(0,99999)`, 'path=%00', 'path=%ED%A0%80/%00'])
        expect((await get(`/requests?${query}`)).status, query).to.equal(422);
      for (const query of ['from=0000-01-01', 'to=9999-12-31', `after=${at}/(0,1)`, 'path=%27%25_%5C'])
        expect((await get(`/requests?${query}`)).status, query).to.equal(200);
    });

    it("never shows those of another account's key", async () => {
      await log({ at: '2026-03-01T10:00:00Z', keyId: otherKeyId });
      expect(await getRows('/requests')).to.deep.equal([]);
      expect(await getRows(`/requests?keyId=${otherKeyId}`)).to.deep.equal([]);
    });

    it('counts the credits of an operation once', async () => {
      const operation = randomUUID();
      await log(
        { at: '2026-03-01T10:00:00Z', millicredits: 200, operation },
        { at: '2026-03-01T10:01:00Z', millicredits: 200, operation },
      );
      expect((await getRows('/requests')).map(({ credits }) => credits)).to.deep.equal([0, 0.2]);
    });

    it('gives them as CSV in which no cell is a formula', async () => {
      await log({ at: '2026-03-01T10:00:00Z', path: '+1+1' }, { at: '2026-03-01T11:00:00Z', path: '/a,"b"' });
      const { headers, text } = await get('/requests.csv');
      expect(headers.get('content-type')).to.match(/^text\/csv/);
      expect(headers.get('content-disposition')).to.equal('attachment; filename="requests.csv"');
      const name = `"'${KEY_NAME.replaceAll('"', '""')}"`;
      expect(text.split('\r\n')).to.deep.equal([
        'at,keyId,keyName,method,path,status,durationMs,items,credits',
        `2026-03-01T11:00:00.000Z,${keyId},${name},POST,"/a,""b""",200,12,1,0`,
        `2026-03-01T10:00:00.000Z,${keyId},${name},POST,'+1+1,200,12,1,0`,
        '',
      ]);
    });

    it('gives more than a page as CSV', async () => {
      await test.accounts.operator.query(
        `insert into edge.request_log (key_id, account_id, at, method, path, status, duration_ms, credits_millicredits)
         select $1, $2, timestamptz '2026-03-01T00:00:00Z' + number * interval '1 s', 'GET', '/credits', 200, 1, 0
         from generate_series(1, 2500) as number`,
        [keyId, accountId],
      );
      const lines = (await get('/requests.csv')).text.trimEnd().split('\r\n');
      expect(lines).to.have.length(2_501);
      expect(new Set(lines)).to.have.property('size', 2_501);
    });
  });

  describe('of spending', () => {
    it('has every UTC day of the range, with the spending of each key', async () => {
      test.upstream.spending = [
        { day: '2026-02-27', keyId, millicredits: 1_500 },
        { day: '2026-02-27', millicredits: 500 },
        { day: '2026-03-01', keyId, millicredits: 250 },
      ];
      const { body } = await get('/spending?from=2026-02-27&to=2026-03-02');
      const first = [
        { keyId, credits: 1.5 },
        { keyId: null, credits: 0.5 },
      ];
      expect(body).to.deep.equal({
        from: '2026-02-27T00:00:00.000Z',
        to: '2026-03-02T00:00:00.000Z',
        keys: [
          { keyId, name: KEY_NAME, credits: 1.75 },
          { keyId: null, name: null, credits: 0.5 },
        ],
        days: [
          { day: '2026-02-27', credits: 2, byKey: first },
          { day: '2026-02-28', credits: 0, byKey: [] },
          { day: '2026-03-01', credits: 0.25, byKey: [{ keyId, credits: 0.25 }] },
        ],
      });
    });

    it('is of the last 30 days by default, and of 92 at most', async () => {
      expect((await get('/spending')).body?.['days']).to.have.length(30);
      expect((await get('/spending?from=2026-01-01&to=2026-04-03')).status).to.equal(200);
      expect((await get('/spending?from=2026-01-01&to=2026-04-04')).status).to.equal(422);
      expect((await get('/spending?from=2026-03-02&to=2026-03-01')).status).to.equal(422);
    });
  });

  it('of reveals has who asked and the names that everybody may see, and null for what is gone', async () => {
    const at = toTimestamp(new Date('2026-03-01T10:00:00Z'));
    const contact = {
      id: randomUUID(),
      name: 'Astrid Exempel',
      isExecutive: false,
      isDecisionMaker: false,
      organizationId: randomUUID(),
      organizationName: 'Nordvik Maskin AB',
    };
    const of = { revealedAt: at, expiresAt: at, subject: 'contact', infoType: 'email', millicredits: 200 };
    test.upstream.contacts = [contact];
    test.upstream.revealsByTime = [
      { ...of, subjectId: contact.id, keyId },
      { ...of, subjectId: randomUUID() },
    ];
    const rows = await getRows('/reveals');
    const { name, organizationName } = contact;
    expect(rows[0]).to.deep.include({ name, organizationName, credits: 0.2, keyId, keyName: KEY_NAME });
    expect(rows[1]).to.deep.include({ name: null, organizationId: null, keyId: null, keyName: null });
  });

  it('of an organization and its contacts call nothing that spends', async () => {
    test.upstream.calls.length = 0;
    const organizationId = randomUUID();
    const { body } = await get(`/organizations/${organizationId}`);
    expect(body).to.have.all.keys('organization', 'switchboard', 'contactsTotal');
    expect(body?.['organization']).to.deep.include({ name: 'Nordvik Maskin AB', detailsRevealed: false });
    const contacts = await get(`/organizations/${organizationId}/contacts`);
    expect(contacts.body).to.deep.equal({ contacts: [], nextCursor: null, total: 0 });
    const called = new Set(test.upstream.calls.map(([method]) => method));
    expect([...called].toSorted()).to.deep.equal(['listContacts', 'viewOrganizations', 'viewSwitchboards']);
  });

  it('of organizations and contacts are 60 a minute for an account, and another account has its own', async () => {
    const busy = (await test.accounts.newAccount()).id;
    const operator = await test.signIn();
    const open = (account: string): Promise<ConsoleAnswer> =>
      test.ask('GET', `/console/v1/accounts/${account}/organizations/${randomUUID()}/contacts`, { as: operator });
    for (let count = 0; count < 60; count += 1) expect((await open(busy)).status).to.equal(200);
    const refused = await open(busy);
    expect([refused.status, refused.body?.['code']]).to.deep.equal([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect((await open(accountId)).status).to.equal(200);
  });

  it('of the audit has the result of the one that began last', async () => {
    const operator = await test.signIn();
    const audit = async (): Promise<unknown> =>
      JSON.parse((await test.ask('GET', '/console/v1/audit', { as: operator })).text) as unknown;
    expect(await audit()).to.equal(null);
    await test.accounts.operator.query(
      `insert into accounts.audits (id, grace_ms, started_at, ended_at, outcome, differences, accounts)
       values (gen_random_uuid(), 0, '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z', 'complete', 2, 7)`,
    );
    expect(await audit()).to.deep.equal({
      startedAt: '2026-03-01T10:00:00.000Z',
      endedAt: '2026-03-01T10:01:00.000Z',
      clean: false,
      differences: 2,
      accounts: 7,
    });
  });

  it('takes owned addresses back, with a line that does not name them', async () => {
    const answer = await test.ask('DELETE', `/console/v1/accounts/${accountId}/owned-emails`, {
      as: admin,
      body: { emails: ['sales@example.se'] },
    });
    expect(answer.body).to.deep.equal({ id: accountId, ownedEmails: [] });
    const [line] = await getRows('/changes?limit=1');
    expect(line).to.deep.include({ action: 'owned_emails.remove', details: { count: 1 }, outcome: 'done' });
  });
});
