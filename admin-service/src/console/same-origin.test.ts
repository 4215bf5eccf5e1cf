import { TOKEN_ACTOR } from '../changes/actor.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { openTestConsole, PAGE, type Person, type TestConsole } from '#testing/console.js';
import { safeReturnTo } from './same-origin.js';

describe('a request from elsewhere', function () {
  this.timeout(60_000);
  let test: TestConsole;
  let person: Person;
  let accountId: string;
  let path: string;

  before(async () => {
    test = await openTestConsole();
    accountId = (await test.accounts.newAccount()).id;
    person = await test.signIn(accountId);
    path = `/console/v1/accounts/${accountId}/keys`;
  });
  after(() => test.close());

  const refused: [title: string, headers: Record<string, string>][] = [
    ['without the CSRF token', { 'x-csrf-token': '' }],
    ['with another CSRF token', { 'x-csrf-token': 'x'.repeat(43) }],
    ['from a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from a page of a subdomain', { 'sec-fetch-site': 'same-site' }],
    [
      'from another origin that a browser without Sec-Fetch-Site names',
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ],
    ['from a page without an origin', { origin: 'null' }],
  ];
  for (const [title, headers] of refused)
    it(`changes nothing ${title}`, async () => {
      const answer = await test.ask('POST', path, { as: person, body: { name: 'stolen' }, headers });
      expect([answer.status, answer.body?.['code']]).to.deep.equal([403, 'csrf_token_invalid']);
      expect(JSON.stringify(await test.accounts.keys.list(accountId))).not.to.include('stolen');
    });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
    it(`changes nothing as ${type}, which a form can send`, async () => {
      const headers = { 'content-type': type };
      const answer = await test.ask('POST', path, { as: person, body: '{"name":"stolen"}', headers });
      expect(answer.status).to.equal(415);
    });

  it('signs nobody in as somebody else: a link is taken from pages of the console only', async () => {
    const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
    const answer = await test.ask('POST', '/console/v1/sign-in/link', {
      body: { token },
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).to.equal(403);
    expect(answer.headers.getSetCookie()).to.deep.equal([]);
  });

  it('has another CSRF token in every session', async () => {
    const other = await test.signIn(accountId);
    expect(other.csrfToken).not.to.equal(person.csrfToken);
    const headers = { 'x-csrf-token': other.csrfToken };
    expect((await test.ask('POST', path, { as: person, body: { name: 'crm' }, headers })).status).to.equal(403);
  });

  it('cannot read the answers: there is no CORS', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await test.ask('GET', path, { as: person, headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    expect((await test.ask('OPTIONS', path, { as: person })).status).to.be.oneOf([403, 404, 405]);
  });

  it('does not choose the address of anything by its Host header', async () => {
    const headers = { host: 'evil.example' };
    const page = await test.ask('GET', '/keys?x=1', { headers });
    expect([page.status, page.headers.get('location')]).to.deep.equal([302, `${test.url}/keys?x=1`]);
    const call = await test.ask('GET', '/console/v1/session', { as: person, headers });
    expect([call.status, call.body?.['code']]).to.deep.equal([421, 'wrong_host']);
    expect((await test.ask('GET', '//evil.example/%2f..', { headers })).headers.get('location') ?? '').to.satisfy(
      (location: string) => location === '' || location.startsWith(`${test.url}/`),
    );
  });

  it('never uses the admin token, as the admin API never accepts a session', async () => {
    const headers = { authorization: 'Bearer a-token-for-the-tests-of-the-admin-api' };
    expect((await test.ask('GET', '/console/v1/accounts', { headers })).status).to.equal(401);
    expect((await test.ask('GET', '/admin/v1/accounts', { headers })).text).to.equal(PAGE);
  });
});

describe('the path to return to after a sign-in', () => {
  for (const path of ['/', '/keys', '/operator/accounts/1/keys?status=4xx', '/organizations/1'])
    it(`can be ${path}`, () => {
      expect(safeReturnTo(path)).to.equal(path);
    });

  for (const elsewhere of [
    undefined,
    ['/keys'],
    '',
    'keys',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '/console/v1/sign-out',
    `/${'a'.repeat(2_000)}`,
  ])
    it(`is the entrance instead of ${JSON.stringify(elsewhere)?.slice(0, 40)}`, () => {
      expect(safeReturnTo(elsewhere)).to.equal('/');
    });

  it('is always a path of the console', () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(fc.constantFrom('/', '\\', '.', '%2f', '%5c', '@', ':', 'a', '\t')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (wanted) => {
        const url = new URL(`https://console.example.com${safeReturnTo(wanted)}`);
        expect(url.origin).to.equal('https://console.example.com');
        expect(new URL(safeReturnTo(wanted), 'https://console.example.com').origin).to.equal(
          'https://console.example.com',
        );
      }),
    );
  });
});
