/** Authentication: which account and limits an API key has, and whether it is revoked. */
export type { AuthenticatedKey, Authenticator, KeyChange } from './authenticated-key.js';
export { createAuthenticator, STALE_LIMIT_MS, type AuthenticatorOptions } from './authenticator.js';
export { UNSEEN_KEYS } from './known-secrets.js';
export { createRevocationCheck } from './revocations.js';
