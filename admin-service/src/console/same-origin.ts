import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { ConsoleProblem } from './console-problem.js';
import { hashToken } from './tokens.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
export const CSRF_HEADER = 'X-CSRF-Token';

/** Returns true when the request cannot change anything. */
export function isSafe(context: Pick<Context, 'method'>): boolean {
  return SAFE_METHODS.has(context.method);
}

/**
 * Rejects a request that may change something and that a page of another origin sends. A browser
 * always says where such a request comes from; a program that does not has no cookie of a person.
 */
export function assertSameOrigin(context: Context, origin: string): void {
  if (isSafe(context)) return;
  const site = context.get('Sec-Fetch-Site');
  const sentFrom = context.get('Origin');
  if ((site !== '' && site !== 'same-origin') || (sentFrom !== '' && sentFrom !== origin))
    throw new ConsoleProblem('csrf_token_invalid');
}

/** Rejects a request that may change something without the session's token, in constant time. */
export function assertCsrfToken(context: Context, expected: string): void {
  if (isSafe(context)) return;
  const sent = hashToken(context.get(CSRF_HEADER));
  if (!timingSafeEqual(sent, hashToken(expected))) throw new ConsoleProblem('csrf_token_invalid');
}

/** Returns a path of this console to go to, and `/` for anything else. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > 1_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted)) return '/';
  const target = new URL(wanted, 'http://console.invalid');
  if (target.host !== 'console.invalid' || target.pathname.startsWith('/console/')) return '/';
  // A path such as /.//elsewhere becomes //elsewhere, which is another host.
  return target.pathname.startsWith('//') ? '/' : target.pathname + target.search;
}
