import type { Context } from 'koa';

/** A secret that a browser keeps. */
export interface SecretCookie {
  read(context: Context): string | undefined;
  write(context: Context, value: string): void;
  clear(context: Context): void;
}

export interface SecretCookieOptions {
  readonly name: string;
  readonly isSecure: boolean;
  /** Undefined: until the browser is closed. */
  readonly maxAgeSeconds?: number;
}

/**
 * Returns a cookie that no script reads and no other site's form sends. On https its name begins
 * with `__Host-`: neither a subdomain nor a plain connection can set it.
 */
export function secretCookie({ name, isSecure, maxAgeSeconds }: SecretCookieOptions): SecretCookie {
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  const set = (context: Context, line: string): void => context.append('Set-Cookie', line);
  return {
    read(context) {
      const found = context
        .get('Cookie')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${fullName}=`));
      // Two of the same name: somebody else set one of them, for a path of its choice.
      return found.length === 1 ? found[0]?.slice(fullName.length + 1) : undefined;
    },
    write: (context, value) => set(context, `${fullName}=${value}; ${attributes}${age}`),
    clear: (context) => set(context, `${fullName}=; ${attributes}; Max-Age=0`),
  };
}
