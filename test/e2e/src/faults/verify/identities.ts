import { compareIdentities, readIdentities } from '../directory/identities.js';
import type { Verification } from './verification.js';

/** Each id names who it named when the run began, whatever files came since. */
export async function verifyIdentities({ baseUrl, patrons, people, identities }: Verification): Promise<string[]> {
  const key = patrons.regular[0]?.customer.key ?? '';
  return compareIdentities(identities, await readIdentities(baseUrl, key, people));
}
