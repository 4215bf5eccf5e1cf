import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 256 random bits: nobody guesses one, so a lookup by its hash leaks nothing of use. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new secret for a cookie, a link or a sign-in under way. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns true for the text of a token. Other text is looked up nowhere. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** Returns what is stored of a token, and what it is looked up by. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Returns a secret for one purpose that only a holder of the token can derive. A cookie with one
 * token serves for several, and nothing is stored.
 */
export function deriveSecret(token: string, purpose: string): string {
  return createHmac('sha256', token).update(purpose).digest('base64url');
}
