import { parseEmail } from '@prospecting/directory/identifiers';
import * as client from 'openid-client';
import { isLoopback } from '../console-url.js';

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends people back to. */
  readonly redirectUri: string;
}

/** The secrets of one sign-in under way. Only the browser that began it has them. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Who signed in, as the provider states it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
}

/** What went wrong at the provider, as the sign-in page names it. */
export type ProviderFailure = 'access_denied' | 'expired' | 'provider_unavailable' | 'sign_in_failed';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(`sign-in by OIDC: ${failure}`, { cause });
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

/** An OpenID provider, by the authorization code flow with PKCE. Throws ProviderError. */
export interface Provider {
  /** Returns the address at the provider to send the browser to. */
  begin(secrets: SignInSecrets): Promise<URL>;
  /** @param callback the address that the browser came back to */
  finish(callback: URL, secrets: SignInSecrets): Promise<Identity>;
}

const TIMEOUT_SECONDS = 5;
/** The provider's addresses and keys change rarely. They are asked for again after this time. */
const DISCOVERY_HOLDS_MS = 60 * 60_000;

/** Opens a provider. It is asked for its addresses at the first sign-in, and may be down until then. */
export function openProvider({ issuer, clientId, clientSecret, redirectUri }: ProviderOptions): Provider {
  let discovered: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;
  const configure = (): Promise<client.Configuration> => {
    if (discovered !== undefined && performance.now() - discovered.at < DISCOVERY_HOLDS_MS)
      return discovered.configuration;
    // Plain http is for a provider on this machine only.
    // eslint-disable-next-line typescript/no-deprecated -- deprecated only to be noticed
    const execute = isLoopback(new URL(issuer)) ? [client.allowInsecureRequests] : [];
    const options = { execute, timeout: TIMEOUT_SECONDS };
    const configuration = client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    discovered = { at: performance.now(), configuration };
    configuration.catch(() => (discovered = undefined));
    return configuration;
  };
  return {
    async begin({ state, nonce, codeVerifier }) {
      const configuration = await configure().catch(unavailable);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(callback, { state, nonce, codeVerifier }) {
      const configuration = await configure().catch(unavailable);
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no ID token');
        const stated = await emailOf(configuration, tokens.access_token, claims);
        const [email, isVerified] = [stated['email'], stated['email_verified']];
        return {
          issuer: claims.iss,
          subject: claims.sub,
          // As addresses are stored. Lower case alone would make other letters ASCII: KELVIN SIGN is k.
          email: typeof email === 'string' ? parseEmail(email) : undefined,
          isEmailVerified: isVerified === true,
        };
      } catch (error) {
        throw new ProviderError(failureOf(error), error);
      }
    },
  };
}

type EmailClaims = Readonly<Record<string, unknown>>;

/** Returns the address from the ID token, or from the provider's answer about the user. */
async function emailOf(
  configuration: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<EmailClaims> {
  if (claims['email'] !== undefined && claims['email_verified'] !== undefined) return claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return client.fetchUserInfo(configuration, accessToken, claims.sub);
}

function unavailable(error: unknown): never {
  throw new ProviderError('provider_unavailable', error);
}

/** The provider's own word for a failure that passes. */
const PASSING = new Set(['server_error', 'temporarily_unavailable']);

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof client.AuthorizationResponseError)
    return PASSING.has(error.error) ? 'provider_unavailable' : 'access_denied';
  // fetch says so when nobody answers, or not in time.
  const isUnanswered = [error, (error as { cause?: unknown }).cause].some(
    (each) => (each instanceof TypeError && each.message === 'fetch failed') || isTimeout(each),
  );
  return isUnanswered ? 'provider_unavailable' : 'sign_in_failed';
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT'))
  );
}
