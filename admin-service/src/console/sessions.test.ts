import { TOKEN_ACTOR } from '../changes/actor.js';
import { expect } from 'chai';
import { openTestConsole, type Person, type TestConsole } from '#testing/console.js';

const SESSION = '/console/v1/session';
const LINK = '/console/v1/sign-in/link';

describe('a session of the console', function () {
  this.timeout(60_000);
  let test: TestConsole;

  before(async () => {
    test = await openTestConsole();
  });
  after(() => test.close());

  const statusAs = async (person: Person): Promise<number> => (await test.ask('GET', SESSION, { as: person })).status;

  it('begins by a one-time link, and says who is signed in', async () => {
    const { id: accountId } = await test.accounts.newAccount();
    const person = await test.signIn(accountId);
    const { body } = await test.ask('GET', SESSION, { as: person });
    const { id, name, email } = person.user;
    expect(body?.['user']).to.deep.equal({ id, name, email, role: 'admin', accountId });
    expect(body?.['csrfToken']).to.equal(person.csrfToken);
    expect(Date.parse(String(body?.['expiresAt'])) - Date.now()).to.be.within(11 * 3_600_000, 13 * 3_600_000);
  });

  it('is a cookie that no script reads, no other site sends, and that ends with the browser', async () => {
    const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
    const answer = await test.ask('POST', LINK, { body: { token } });
    expect(answer.headers.getSetCookie()).to.have.length(1);
    expect(answer.headers.getSetCookie()[0]).to.match(/^prospect_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('is a __Host- cookie on https: no subdomain and no plain connection can set it', async () => {
    const secure = await openTestConsole({ url: 'https://console.example.com' });
    try {
      const { token } = await secure.sessions.makeLink(await secure.invite(), TOKEN_ACTOR);
      const answer = await secure.ask('POST', LINK, { body: { token } });
      const [line = ''] = answer.headers.getSetCookie();
      expect(line).to.match(/^__Host-prospect_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      const plain = line.split(';')[0]?.replace('__Host-', '') ?? '';
      expect((await secure.ask('GET', SESSION, { headers: { cookie: plain } })).status, 'the plain name').to.equal(401);
      expect(answer.headers.get('strict-transport-security')).to.match(/max-age/);
    } finally {
      await secure.close();
    }
  });

  it('is stored as a hash only, like a link', async () => {
    const person = await test.signIn();
    const { token } = await test.sessions.makeLink(person.user, TOKEN_ACTOR);
    const { rows } = await test.accounts.operator.query<{ all: string }>(
      `select json_agg(s)::text || (select json_agg(l)::text from accounts.console_links l)
         || (select json_agg(c)::text from accounts.changes c) as all
       from accounts.console_sessions s`,
    );
    const secret = person.cookie.split('=')[1] ?? 'no cookie';
    expect(rows[0]?.all).not.to.include(secret).and.not.include(token);
  });

  const endings: [title: string, sql: string][] = [
    ['12 hours after the sign-in', 'update accounts.console_sessions set expires_at = now() where user_id = $1'],
    [
      'after 30 minutes without a request',
      "update accounts.console_sessions set last_seen_at = now() - interval '30 minutes' where user_id = $1",
    ],
    ['when its user is disabled', 'update accounts.console_users set disabled_at = now() where id = $1'],
  ];
  for (const [title, sql] of endings)
    it(`ends ${title}`, async () => {
      const person = await test.signIn();
      expect(await statusAs(person)).to.equal(200);
      await test.accounts.operator.query(sql, [person.user.id]);
      expect(await statusAs(person)).to.equal(401);
    });

  it('is kept alive by requests, but not beyond its 12 hours', async () => {
    const person = await test.signIn();
    const seen = async (): Promise<unknown> => {
      const { rows } = await test.accounts.operator.query(
        "select last_seen_at > now() - interval '1 minute' as recent, expires_at from accounts.console_sessions where user_id = $1",
        [person.user.id],
      );
      return rows[0] as unknown;
    };
    const before = await seen();
    await test.accounts.operator.query(
      "update accounts.console_sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1",
      [person.user.id],
    );
    expect(await statusAs(person)).to.equal(200);
    expect(await seen()).to.deep.equal(before);
  });

  it('ends at the sign-out, on the server too', async () => {
    const person = await test.signIn();
    const answer = await test.ask('POST', '/console/v1/sign-out', { as: person });
    expect(answer.status).to.equal(204);
    expect(answer.headers.getSetCookie()[0]).to.match(/^prospect_console=; .*Max-Age=0$/);
    expect(await statusAs(person)).to.equal(401);
  });

  it('cannot be planted: a sign-in begins a new session and ends the one whose cookie it was sent', async () => {
    const attacker = await test.signIn();
    const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
    const answer = await test.ask('POST', LINK, { body: { token }, headers: { cookie: attacker.cookie } });
    expect(answer.headers.getSetCookie()[0]).not.to.include(attacker.cookie);
    expect(await statusAs(attacker)).to.equal(401);
  });

  it('is not chosen among two cookies of one name', async () => {
    const person = await test.signIn();
    const other = await test.signIn();
    const headers = { cookie: `${other.cookie}; ${person.cookie}` };
    expect((await test.ask('GET', SESSION, { headers })).status).to.equal(401);
  });

  it('deletes what has expired at the next sign-in', async () => {
    const person = await test.signIn();
    await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
    await test.accounts.operator.query("update accounts.console_links set expires_at = now() - interval '1 s'");
    await test.accounts.operator.query('update accounts.console_sessions set expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    await test.signIn();
    const { rows } = await test.accounts.operator.query(
      `select (select count(*) from accounts.console_sessions where expires_at <= now())
         + (select count(*) from accounts.console_links where expires_at <= now()) as expired`,
    );
    expect(rows).to.deep.equal([{ expired: 0 }]);
  });

  describe('by a link', () => {
    async function statusOf(token: string): Promise<number> {
      return (await test.ask('POST', LINK, { body: { token } })).status;
    }

    it('works once', async () => {
      const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
      expect([await statusOf(token), await statusOf(token)]).to.deep.equal([200, 401]);
    });

    it('works once in a race', async () => {
      const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
      const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(token)));
      expect(statuses.filter((status) => status === 200)).to.have.length(1);
    });

    it('does not work after 15 minutes, after a newer link, or for a disabled user', async () => {
      const user = await test.invite();
      const old = await test.sessions.makeLink(user, TOKEN_ACTOR);
      const late = await test.sessions.makeLink(user, TOKEN_ACTOR);
      expect(late.expiresAt.getTime() - Date.now()).to.be.within(14 * 60_000, 16 * 60_000);
      expect(await statusOf(old.token)).to.equal(401);
      await test.accounts.operator.query('update accounts.console_links set expires_at = now()');
      expect(await statusOf(late.token)).to.equal(401);
      const last = await test.sessions.makeLink(user, TOKEN_ACTOR);
      await test.users.disable(user.id, TOKEN_ACTOR);
      expect(await statusOf(last.token)).to.equal(401);
    });

    it('is not taken from the address, where logs and the Referer would have it', async () => {
      const { token } = await test.sessions.makeLink(await test.invite(), TOKEN_ACTOR);
      expect((await test.ask('GET', `${LINK}?token=${token}`)).status).to.equal(405);
      expect((await test.ask('POST', `${LINK}?token=${token}`, { body: {} })).status).to.equal(422);
      expect((await test.ask('GET', `/sign-in`)).headers.get('referrer-policy')).to.equal('no-referrer');
    });
  });

  it('refuses more than 20 failed attempts a minute from one address, and not those of another', async () => {
    const busy = await openTestConsole({ trustedProxies: 1 });
    try {
      const from = (address: string, token: string) =>
        busy.ask('POST', LINK, { body: { token }, headers: { 'x-forwarded-for': `6.6.6.6, ${address}` } });
      for (let count = 0; count < 20; count += 1) expect((await from('10.0.0.1', 'wrong')).status).to.equal(401);
      const refused = await from('10.0.0.1', 'wrong');
      expect([refused.status, refused.body?.['code']]).to.deep.equal([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      const { token } = await busy.sessions.makeLink(await busy.invite(), TOKEN_ACTOR);
      expect((await from('10.0.0.2', token)).status).to.equal(200);
    } finally {
      await busy.close();
    }
  });
});
