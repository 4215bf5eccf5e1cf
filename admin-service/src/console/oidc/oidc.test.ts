import { createServer, type Server } from 'node:http';
import { freePort } from '@prospecting/platform/ports';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import Provider from 'oidc-provider';
import { openTestConsole, type ConsoleAnswer, type TestConsole } from '#testing/console.js';

const CLIENT = { clientId: 'console', clientSecret: 'a client secret of these tests' };

/** What the provider states about whoever signs in next. */
interface Stated {
  subject: string;
  email: string;
  isVerified: boolean;
}

describe('sign-in by OIDC, with a real provider', function () {
  this.timeout(60_000);
  let test: TestConsole;
  let issuer: string;
  let provider: { readonly server: Server; readonly listener: Listener } | undefined;
  let stated: Stated;
  let port: number;

  before(async () => {
    port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    test = await openTestConsole({ oidc: { issuer, ...CLIENT, name: 'Example' } });
  });
  after(() => test.close());
  beforeEach(async () => {
    stated = { subject: `subject-${Math.random()}`, email: 'nobody@example.com', isVerified: true };
    provider = await startProvider();
  });
  afterEach(() => stopProvider());

  async function startProvider(): Promise<{ server: Server; listener: Listener }> {
    const oidc = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          client_secret_expires_at: 0,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${test.url}/console/v1/sign-in/oidc/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of these tests'] },
      pkce: { required: () => true },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: stated.email, email_verified: stated.isVerified, name: 'Somebody' }),
      }),
    });
    // Signs in whoever comes, as a person would who types a password and consents.
    oidc.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) return void (await next());
      const details = await oidc.interactionDetails(context.req, context.res);
      const grant = new oidc.Grant({ accountId: stated.subject, clientId: CLIENT.clientId });
      grant.addOIDCScope('openid email profile');
      const grantId = await grant.save();
      const result =
        details.params['scope'] === 'refused'
          ? { error: 'access_denied' }
          : { login: { accountId: stated.subject }, consent: { grantId } };
      context.redirect(
        await oidc.interactionResult(context.req, context.res, result, { mergeWithLastSubmission: false }),
      );
    });
    const handle = oidc.callback();
    const server = createServer((request, response) => void handle(request, response));
    return { server, listener: await listen(server, '127.0.0.1', port) };
  }

  async function stopProvider(): Promise<void> {
    await provider?.listener.close(0);
    provider = undefined;
  }

  function cookiesOf(answer: { readonly headers: Headers }): string {
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** Follows the browser from the console to the provider, up to the address it is sent back to. */
  async function goToProvider(returnTo = '/'): Promise<{ cookie: string; callback: URL }> {
    const began = await test.ask('GET', `/console/v1/sign-in/oidc?returnTo=${encodeURIComponent(returnTo)}`);
    expect(began.status, began.text).to.equal(302);
    const cookie = cookiesOf(began);
    let address = new URL(began.headers.get('location') ?? '');
    const jar = new Map<string, string>();
    while (address.origin === issuer) {
      const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
      const answer = await fetch(address, { redirect: 'manual', headers });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
        jar.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      address = new URL(next, address);
    }
    return { cookie, callback: address };
  }

  const comeBack = (callback: URL, cookie: string): Promise<ConsoleAnswer> =>
    test.ask('GET', callback.pathname + callback.search, { headers: { cookie } });

  async function signIn(returnTo?: string): Promise<ConsoleAnswer> {
    const { cookie, callback } = await goToProvider(returnTo);
    return comeBack(callback, cookie);
  }

  const errorOf = (answer: ConsoleAnswer): string | undefined =>
    /\/sign-in\?error=(\w+)$/.exec(answer.headers.get('location') ?? '')?.[1];

  it('signs in the user who was invited with the verified address, and goes back to the page', async () => {
    const user = await test.invite(null, 'invited@example.com');
    stated.email = 'Invited@Example.com';
    const answer = await signIn('/keys?status=4xx');
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, `${test.url}/keys?status=4xx`]);
    const session = await test.ask('GET', '/console/v1/session', { headers: { cookie: cookiesOf(answer) } });
    expect(session.body?.['user']).to.deep.include({ id: user.id });
  });

  it('compares addresses as they are stored: a look-alike letter is another address, a domain has two spellings', async () => {
    await test.invite(null, 'kim@example.com');
    stated.email = '\u212aim@example.com';
    expect(errorOf(await signIn()), 'KELVIN SIGN is k in lower case').to.equal('not_invited');
    await test.invite(null, 'ulf@xn--bjrn-6qa.example');
    stated = { ...stated, subject: 'ulf', email: 'Ulf@BJÖRN.example' };
    expect((await signIn()).headers.get('location')).to.equal(`${test.url}/`);
  });

  it('goes by the subject from then on: another address is the same user, and the address alone is nobody', async () => {
    await test.invite(null, 'first@example.com');
    Object.assign(stated, { subject: 'first', email: 'first@example.com' });
    expect(errorOf(await signIn())).to.equal(undefined);
    Object.assign(stated, { subject: 'first', email: 'renamed@example.com', isVerified: false });
    expect(errorOf(await signIn())).to.equal(undefined);
    Object.assign(stated, { subject: 'somebody else', email: 'first@example.com', isVerified: true });
    expect(errorOf(await signIn())).to.equal('not_invited');
  });

  it('refuses an address that the provider has not verified', async () => {
    await test.invite(null, 'unverified@example.com');
    Object.assign(stated, { email: 'unverified@example.com', isVerified: false });
    expect(errorOf(await signIn())).to.equal('email_unverified');
  });

  it('refuses who was not invited, and who is disabled', async () => {
    expect(errorOf(await signIn())).to.equal('not_invited');
    const user = await test.invite(null, 'left@example.com');
    Object.assign(stated, { subject: 'left', email: 'left@example.com' });
    expect(errorOf(await signIn())).to.equal(undefined);
    await test.users.disable(user.id, { kind: 'token', id: null, name: 'admin token' });
    expect(errorOf(await signIn())).to.equal('not_invited');
  });

  it('asks for PKCE, state and nonce, and keeps their secrets from scripts', async () => {
    const began = await test.ask('GET', '/console/v1/sign-in/oidc');
    const { searchParams } = new URL(began.headers.get('location') ?? '');
    expect(searchParams.get('code_challenge_method')).to.equal('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name), name).to.match(/^[\w-]{43}$/);
    expect(began.headers.getSetCookie()[0]).to.match(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  });

  describe('for an attacker', () => {
    beforeEach(async () => {
      const email = `victim-${Math.random()}@example.com`;
      await test.invite(null, email);
      stated.email = email;
    });

    it('signs no browser in that did not begin the sign-in', async () => {
      const { callback } = await goToProvider();
      expect(errorOf(await comeBack(callback, ''))).to.equal('expired');
      const { cookie } = await goToProvider();
      expect(errorOf(await comeBack(callback, cookie)), 'the sign-in of another browser').to.equal('expired');
    });

    it('does not accept a changed or missing state', async () => {
      const { cookie, callback } = await goToProvider();
      callback.searchParams.set('state', 'x'.repeat(43));
      expect(errorOf(await comeBack(callback, cookie))).to.equal('expired');
      callback.searchParams.delete('state');
      expect(errorOf(await comeBack(callback, cookie))).to.equal('expired');
    });

    it('does not accept the answer of another provider', async () => {
      const { cookie, callback } = await goToProvider();
      callback.searchParams.set('iss', 'https://evil.example');
      expect(errorOf(await comeBack(callback, cookie))).to.equal('sign_in_failed');
    });

    it('does not accept a code twice', async () => {
      const { cookie, callback } = await goToProvider();
      expect(errorOf(await comeBack(callback, cookie))).to.equal(undefined);
      expect(errorOf(await comeBack(callback, cookie))).to.equal('sign_in_failed');
    });

    for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example'])
      it(`leads to the console and not to ${returnTo}`, async () => {
        expect((await signIn(returnTo)).headers.get('location')).to.equal(`${test.url}/`);
      });

    it('begins a new session and ends the one that was planted', async () => {
      const planted = await test.signIn();
      const { cookie, callback } = await goToProvider();
      const answer = await comeBack(callback, `${cookie}; ${planted.cookie}`);
      expect(cookiesOf(answer)).not.to.include(planted.cookie);
      expect((await test.ask('GET', '/console/v1/session', { as: planted })).status).to.equal(401);
    });
  });

  it('says that the sign-in was refused when the provider does', async () => {
    const { cookie, callback } = await goToProvider();
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect(errorOf(await comeBack(callback, cookie))).to.equal('access_denied');
  });

  it('says so while the provider is down, works again after it, and harms nothing else', async () => {
    const fresh = await openTestConsole({ oidc: { issuer, ...CLIENT, name: 'Example' } });
    try {
      await stopProvider();
      const answer = await fresh.ask('GET', '/console/v1/sign-in/oidc');
      expect(errorOf(answer)).to.equal('provider_unavailable');
      const methods = await fresh.ask('GET', '/console/v1/sign-in-methods');
      expect(methods.body).to.deep.equal({ oidc: { name: 'Example' }, links: true });
      const person = await fresh.signIn();
      expect((await fresh.ask('GET', '/console/v1/session', { as: person })).status).to.equal(200);
      provider = await startProvider();
      const again = await fresh.ask('GET', '/console/v1/sign-in/oidc');
      expect(again.headers.get('location')).to.match(new RegExp(`^${issuer}/`));
    } finally {
      await fresh.close();
    }
  });

  it('is not there without a provider', async () => {
    const plain = await openTestConsole();
    try {
      expect((await plain.ask('GET', '/console/v1/sign-in/oidc')).status).to.equal(404);
      expect((await plain.ask('GET', '/console/v1/sign-in-methods')).body).to.deep.equal({ oidc: null, links: true });
    } finally {
      await plain.close();
    }
  });
});
