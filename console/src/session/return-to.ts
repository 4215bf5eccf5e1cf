/**
 * Returns where to go after signing in. Only a path of these pages: an address of elsewhere in a
 * link would lead the reader away with the trust of having just signed in.
 */
export function safeReturnTo(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return '/';
  const target = new URL(wanted, 'http://console.invalid');
  if (target.host !== 'console.invalid' || target.pathname === '/sign-in') return '/';
  return target.pathname + target.search;
}

/** Returns the path of the sign-in page that comes back to `path`. */
export function signInPath(path: string): string {
  const returnTo = safeReturnTo(path);
  return returnTo === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ returnTo }).toString()}`;
}

/** Returns the token of a one-time link. The fragment of an address is sent to no server. */
export function linkToken(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? undefined;
}
