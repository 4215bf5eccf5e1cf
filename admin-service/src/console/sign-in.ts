import { z } from '@prospecting/platform/config';
import { DomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { bodyOf, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { createMinuteLimit, type MinuteLimit } from './minute-limit.js';
import { clientAddress } from './client-address.js';
import { ConsoleProblem } from './console-problem.js';
import { secretCookie, type SecretCookie } from './cookies.js';
import { findUserOf } from './identities.js';
import { ProviderError, type Provider, type SignInSecrets } from './oidc/provider.js';
import { safeReturnTo } from './same-origin.js';
import type { Session, Sessions } from './sessions.js';
import { deriveSecret, isToken, newToken } from './tokens.js';

export interface SignInDependencies {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly sessions: Sessions;
  readonly sessionCookie: SecretCookie;
  /** Origin of the console. */
  readonly consoleUrl: string;
  readonly oidc: { readonly name: string; readonly provider: Provider } | undefined;
  readonly trustedProxies: number;
  /** For the pages: where the public API and its reference are. */
  readonly addresses: { readonly apiUrl: string | undefined; readonly docsUrl: string };
}

const linkBody = z.strictObject({ token: z.string().min(1).max(200) });

/** A person has this long to sign in at the provider. */
const SIGN_IN_SECONDS = 600;
const CALLBACK_PATH = '/console/v1/sign-in/oidc/callback';

export function redirectUriOf(consoleUrl: string): string {
  return consoleUrl + CALLBACK_PATH;
}

export function signInRoutes(routes: Routes, dependencies: SignInDependencies): void {
  const { oidc, sessions, sessionCookie, trustedProxies } = dependencies;
  // A sign-in that works is taken back, so these are the attempts that failed.
  const attempts = createMinuteLimit({
    max: 20,
    detail: 'There were too many attempts to sign in from this address. Wait a minute.',
  });

  /** Begins with a new token: one that somebody planted before the sign-in is worth nothing after it. */
  const enter = async (context: AdminContext, token: string): Promise<void> => {
    await sessions.end(sessionCookie.read(context));
    sessionCookie.write(context, token);
  };

  routes.get('/session', async (context) => {
    context.body = presentSession(context.state.session as Session, dependencies.addresses);
    await Promise.resolve();
  });

  routes.get('/sign-in-methods', async (context) => {
    context.body = { oidc: oidc === undefined ? null : { name: oidc.name }, links: true };
    await Promise.resolve();
  });

  routes.post('/sign-in/link', async (context) => {
    const { token: linkToken } = await bodyOf(context, linkBody);
    const address = clientAddress(context, trustedProxies);
    attempts.count(address);
    const token = await sessions.beginByLink(linkToken);
    const session = await sessions.find(token);
    if (token === undefined || session === undefined) throw new ConsoleProblem('link_invalid');
    attempts.forgive(address);
    await enter(context, token);
    context.body = presentSession(session, dependencies.addresses);
  });

  routes.post('/sign-out', async (context) => {
    await sessions.end(sessionCookie.read(context));
    sessionCookie.clear(context);
    context.status = 204;
  });

  oidcRoutes(routes, dependencies, { attempts, enter });
}

interface SignInParts {
  readonly attempts: MinuteLimit;
  readonly enter: (context: AdminContext, token: string) => Promise<void>;
}

function oidcRoutes(routes: Routes, dependencies: SignInDependencies, { attempts, enter }: SignInParts): void {
  const { consoleUrl, oidc, sessions, trustedProxies } = dependencies;
  const isSecure = consoleUrl.startsWith('https:');
  const underWay = secretCookie({ name: 'prospect_sign_in', isSecure, maxAgeSeconds: SIGN_IN_SECONDS });

  routes.get('/sign-in/oidc', async (context) => {
    const { provider } = oidc ?? noProvider();
    const returnTo = safeReturnTo(context.query['returnTo']);
    try {
      const token = newToken();
      const target = await provider.begin(secretsOf(token));
      underWay.write(context, `${token}.${Buffer.from(returnTo).toString('base64url')}`);
      context.redirect(target.href);
    } catch (error) {
      fail(context, error);
    }
  });

  routes.get('/sign-in/oidc/callback', async (context) => {
    const { provider } = oidc ?? noProvider();
    const [token, encodedPath = ''] = (underWay.read(context) ?? '').split('.');
    underWay.clear(context);
    try {
      attempts.count(clientAddress(context, trustedProxies));
      // Without the secrets this browser did not begin the sign-in: somebody would sign it in as
      // somebody else.
      if (!isToken(token)) throw new ProviderError('expired', undefined);
      const secrets = secretsOf(token);
      if (context.query['state'] !== secrets.state) throw new ProviderError('expired', undefined);
      // Built from the configured address: the Host header is the sender's choice.
      const callback = new URL(`${redirectUriOf(consoleUrl)}?${context.querystring}`);
      const user = await findUserOf(dependencies.pool, await provider.finish(callback, secrets));
      if (typeof user === 'string') return leave(context, user);
      const session = await sessions.begin(user.id);
      if (session === undefined) return leave(context, 'not_invited');
      attempts.forgive(clientAddress(context, trustedProxies));
      await enter(context, session);
      context.redirect(consoleUrl + safeReturnTo(Buffer.from(encodedPath, 'base64url').toString()));
    } catch (error) {
      fail(context, error);
    }
  });

  /** Sends the browser to the sign-in page with what went wrong. */
  function leave(context: AdminContext, code: string): void {
    context.redirect(`${consoleUrl}/sign-in?error=${code}`);
  }

  function fail(context: AdminContext, error: unknown): void {
    const code =
      error instanceof ProviderError ? error.failure : error instanceof DomainError ? error.code : 'sign_in_failed';
    dependencies.logger.warn({ err: error, code }, 'a sign-in by OIDC failed');
    leave(context, code);
  }
}

function noProvider(): never {
  throw new DomainError('not_found', { detail: 'This console has no sign-in by OIDC.' });
}

/** The secrets of a sign-in, from the token in its cookie: nothing is stored for people who never return. */
function secretsOf(token: string): SignInSecrets {
  return {
    state: deriveSecret(token, 'state'),
    nonce: deriveSecret(token, 'nonce'),
    codeVerifier: deriveSecret(token, 'verifier'),
  };
}

function presentSession({ user, csrfToken, expiresAt }: Session, addresses: SignInDependencies['addresses']): object {
  const { id, name, email, role, accountId } = user;
  return { user: { id, name, email, role, accountId }, csrfToken, expiresAt, ...addresses };
}
