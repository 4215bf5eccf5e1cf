import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { Middleware } from 'koa';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const SCHEME = 'bearer ';

/**
 * Rejects requests without one of the tokens. Digests are compared in constant time, and with every
 * token, so the response time reveals neither the length nor the content of a token, nor which one
 * was sent.
 */
export function requireToken(tokens: readonly string[]): Middleware {
  const accepted = tokens.map(digest);
  return (context, next) => {
    const authorization = context.get('Authorization');
    const isBearer = authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME;
    const sent = digest(authorization.slice(SCHEME.length));
    const matches = accepted.filter((token) => timingSafeEqual(sent, token)).length > 0;
    if (!isBearer || !matches)
      throw new DomainError('invalid_api_key', { detail: 'The admin token is missing or wrong.' });
    return next();
  };
}
