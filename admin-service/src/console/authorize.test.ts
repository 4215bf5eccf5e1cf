import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  openTestConsole,
  type AskOptions,
  type ConsoleAnswer,
  type Person,
  type TestConsole,
} from '#testing/console.js';
import { authorization } from './authorize.js';
import { PERMISSIONS, type Permission } from './permissions.js';

/** What each route is sent. Every route needs an entry here, otherwise its test fails. */
const BODIES: Readonly<Record<string, object | undefined>> = {
  'POST /sign-out': undefined,
  'POST /sign-in/link': { token: 'no token' },
  'POST /accounts': { name: 'Vik AB', credits: null },
  'PATCH /accounts/:id': { targetRoles: ['ceo'] },
  'POST /accounts/:id/owned-emails': { emails: ['sales@example.se'] },
  'DELETE /accounts/:id/owned-emails': { emails: ['sales@example.se'] },
  'POST /accounts/:id/credits/grants': { purchased: 1, reference: 'invoice 7' },
  'POST /accounts/:id/credits/subscription': { included: 1 },
  'POST /accounts/:id/keys': { name: 'crm' },
  'POST /keys/:id/roll': {},
  'POST /keys/:id/revoke': undefined,
  'PUT /prices': { group: 'nordic', subject: 'contact', infoType: 'email', credits: 1 },
};

type Who = 'an operator' | "the account's admin" | "another account's admin" | 'nobody';
type Expected = 'may' | 401 | 403 | 404;

const EXPECTED: Readonly<Record<Permission, Readonly<Record<Who, Expected>>>> = {
  operator: { 'an operator': 'may', "the account's admin": 403, "another account's admin": 403, nobody: 401 },
  account: { 'an operator': 'may', "the account's admin": 'may', "another account's admin": 404, nobody: 401 },
  key: { 'an operator': 'may', "the account's admin": 'may', "another account's admin": 404, nobody: 401 },
  signed_in: { 'an operator': 'may', "the account's admin": 'may', "another account's admin": 'may', nobody: 401 },
  anybody: { 'an operator': 'may', "the account's admin": 'may', "another account's admin": 'may', nobody: 'may' },
};

describe('who may do what in the console', function () {
  this.timeout(120_000);
  let test: TestConsole;
  let accountId: string;
  let otherId: string;

  before(async () => {
    test = await openTestConsole();
    accountId = (await test.accounts.newAccount()).id;
    otherId = (await test.accounts.newAccount({ name: 'Havn AB' })).id;
    await test.accounts.operator.query('select edge.ensure_request_log_partitions($1)', [test.accounts.clock.now()]);
  });
  after(() => test.close());

  const people: Readonly<Record<Who, () => Promise<Person | undefined>>> = {
    'an operator': () => test.signIn(),
    "the account's admin": () => test.signIn(accountId),
    "another account's admin": () => test.signIn(otherId),
    nobody: () => Promise.resolve(undefined),
  };
  const signedIn = new Map<string, Promise<Person | undefined>>();
  /** Signs in once, except where the route ends the session. */
  function personFor(who: Who, route: string): Promise<Person | undefined> {
    if (route === 'POST /sign-out') return people[who]();
    const known = signedIn.get(who) ?? people[who]();
    signedIn.set(who, known);
    return known;
  }

  async function send(route: string, options: AskOptions): Promise<{ status: number; text: string }> {
    const [method = '', pattern = ''] = route.split(' ');
    const isOfKey = pattern.startsWith('/keys/');
    const keyId = isOfKey ? (await test.accounts.keys.create({ accountId, name: 'crm', limits: {} })).id : '';
    const path = pattern
      .replace('/keys/:id', `/keys/${keyId}`)
      .replace(':organizationId', randomUUID())
      .replace(':contactId', randomUUID())
      .replace(':id', accountId);
    return test.ask(method, `/console/v1${path}`, { ...options, body: BODIES[route] });
  }

  for (const [route, permission] of Object.entries(PERMISSIONS))
    for (const [who, expected] of Object.entries(EXPECTED[permission]))
      it(`${route}: ${who} ${expected === 'may' ? 'may' : `gets ${expected}`}`, async () => {
        const { status, text } = await send(route, { as: await personFor(who as Who, route) });
        if (expected === 'may') {
          // A one-time link that nobody made is refused to everybody, with its own code.
          if (text.includes('link_invalid')) return;
          // There are no contacts and no OIDC here: what is not found was looked for.
          expect(text).not.to.match(/"signed_out"|"forbidden"|"csrf_token_invalid"|no such (account|key)/);
          expect(status, text).to.be.oneOf([200, 201, 204, 404]);
        } else {
          expect(status, text).to.equal(expected);
          if (expected === 404) expect(text).to.match(/There is no such (account|key)/);
        }
      });

  it('changes nothing, and calls no service, for who may not', async () => {
    const lines = async (): Promise<number> => {
      const { rows } = await test.accounts.operator.query<{ count: number }>('select count(*) from accounts.changes');
      return rows[0]?.count ?? 0;
    };
    const admin = await test.signIn(otherId);
    const routes = Object.entries(PERMISSIONS).filter(([, permission]) =>
      ['account', 'key', 'operator'].includes(permission),
    );
    test.upstream.calls.length = 0;
    for (const [route] of routes) {
      const before = await lines();
      await send(route, { as: admin });
      // The key that `send` creates has a line.
      expect(await lines(), route).to.equal(before + (route.includes('/keys/:id') ? 1 : 0));
    }
    expect(test.upstream.calls).to.deep.equal([]);
  });

  it('lets an admin change the target roles of the account, and nothing else of it', async () => {
    const admin = await test.signIn(accountId);
    for (const change of [
      { name: 'Mine AB' },
      { apiEnabled: true },
      { priceGroup: 'free' },
      { targetRoles: ['cfo'], priceGroup: 'free' },
    ]) {
      const answer = await test.ask('PATCH', `/console/v1/accounts/${accountId}`, { as: admin, body: change });
      expect([answer.status, answer.body?.['code']], JSON.stringify(change)).to.deep.equal([403, 'forbidden']);
    }
    expect((await test.accounts.accounts.get(accountId)).targetRoles).not.to.include('cfo');
  });

  it('lets an operator alone give a key limits of its own', async () => {
    const [admin, operator] = [await test.signIn(accountId), await test.signIn()];
    const create = (as: Person, body: object): Promise<ConsoleAnswer> =>
      test.ask('POST', `/console/v1/accounts/${accountId}/keys`, { as, body });
    const limited = { name: 'fast', limits: { overall: 1_000_000, spend: 1_000_000 } };
    const refused = await create(admin, limited);
    expect([refused.status, refused.body?.['code']]).to.deep.equal([403, 'forbidden']);
    expect((await create(admin, { name: 'plain', limits: {} })).status).to.equal(201);
    expect((await create(operator, limited)).status).to.equal(201);
    const names = (await test.accounts.keys.list(accountId)).map(({ name }) => name);
    expect(names.filter((name) => name === 'fast')).to.have.length(1);
  });

  it('has no way around the account of the path: an id in the body or the query counts for nothing', async () => {
    const admin = await test.signIn(otherId);
    for (const query of [`?account=${accountId}`, `?accountId=${accountId}`, `?keyId=${accountId}`]) {
      const answer = await test.ask('GET', `/console/v1/accounts/${otherId}/requests${query}`, { as: admin });
      expect(answer.text, query).not.to.include(accountId);
    }
    const body = { targetRoles: [], id: accountId };
    expect((await test.ask('PATCH', `/console/v1/accounts/${otherId}`, { as: admin, body })).status).to.equal(422);
    for (const path of [
      `/console/v1/accounts/${otherId}%2f..%2f${accountId}`,
      `/console/v1/accounts/${otherId}/../${accountId}`,
      `/console/v1//accounts/${accountId}`,
    ])
      expect((await test.ask('GET', path, { as: admin })).text, path).not.to.include('Fjord AB');
  });

  it('records a change under the name of whoever made it', async () => {
    const admin = await test.signIn(accountId);
    await test.ask('POST', `/console/v1/accounts/${accountId}/keys`, { as: admin, body: { name: 'mine' } });
    const answer = await test.ask('GET', `/console/v1/accounts/${accountId}/changes?limit=1`, { as: admin });
    const [line] = JSON.parse(answer.text) as [{ action: string; actor: object }];
    const { id, name } = admin.user;
    expect(line.action).to.equal('key.create');
    expect(line.actor).to.deep.equal({ kind: 'user', id, name });
  });

  it('takes a right away at the next request: demoted, moved or disabled while signed in', async () => {
    const person = await test.signIn();
    const status = async (path: string): Promise<number> => (await test.ask('GET', path, { as: person })).status;
    const { operator } = test.accounts;
    expect(await status('/console/v1/prices')).to.equal(200);
    const change = "update accounts.console_users set role = 'admin', account_id = $2 where id = $1";
    await operator.query(change, [person.user.id, accountId]);
    expect(await status('/console/v1/prices')).to.equal(403);
    expect(await status(`/console/v1/accounts/${accountId}`)).to.equal(200);
    await operator.query(change, [person.user.id, otherId]);
    expect(await status(`/console/v1/accounts/${accountId}`)).to.equal(404);
    await test.users.disable(person.user.id, { kind: 'token', id: null, name: 'admin token' });
    expect(await status('/console/v1/session')).to.equal(401);
  });

  it('cannot have a route without a permission', () => {
    const guard = authorization({ keys: test.accounts.keys, sessionOf: () => Promise.reject(new Error('not asked')) });
    expect(() => guard('GET /everything', () => Promise.resolve())).to.throw('GET /everything has no permission');
  });
});
