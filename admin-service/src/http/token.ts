import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { Middleware } from 'koa';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const SCHEME = 'bearer ';

/**
 * Rejects requests without the token. Digests are compared in constant time, so the response time
 * reveals neither the length nor the content of the token.
 */
export function requireToken(token: string): Middleware {
  const expected = digest(token);
  return (context, next) => {
    const authorization = context.get('Authorization');
    const isBearer = authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME;
    const matches = timingSafeEqual(digest(authorization.slice(SCHEME.length)), expected);
    if (!isBearer || !matches)
      throw new DomainError('invalid_api_key', { detail: 'The admin token is missing or wrong.' });
    return next();
  };
}
