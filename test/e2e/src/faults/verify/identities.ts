import { compareIdentities, readIdentities } from '../directory/identities.js';
import type { Verification } from './verification.js';

/**
 * Checks that each id names the same person as when the run began, whatever files were imported
 * since.
 */
export async function verifyIdentities({ baseUrl, accounts, people, identities }: Verification): Promise<string[]> {
  const key = accounts.regular[0]?.customer.key ?? '';
  return compareIdentities(identities, await readIdentities(baseUrl, key, people));
}
