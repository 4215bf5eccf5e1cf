/** API keys: their format, who they speak for, and what an administrator does with them. */
export type { AuthenticatedKey, Authenticator, KeyChange } from './authenticated-key.js';
export { createAuthenticator, STALE_LIMIT_MS, type AuthenticatorOptions } from './authenticator.js';
export {
  createKeyAdministration,
  MAX_OVERLAP_SECONDS,
  type KeyAdministration,
  type KeyListing,
  type NewKey,
  type RolledKey,
} from './key-administration.js';
export { generateKey, isWellFormedKey, KEY_PREFIX, shownPrefix } from './key-format.js';
