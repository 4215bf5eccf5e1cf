/** Who makes a change. */
export type Actor =
  | { readonly kind: 'user'; readonly id: string; readonly name: string }
  | { readonly kind: 'token' | 'system'; readonly id: null; readonly name: string };

/** Whoever has one of the bearer tokens of the admin API. The tokens have no names. */
export const TOKEN_ACTOR: Actor = { kind: 'token', id: null, name: 'admin token' };

/** The installation itself: a job, or the embedded stack when it creates the demo's account. */
export const SYSTEM_ACTOR: Actor = { kind: 'system', id: null, name: 'system' };
