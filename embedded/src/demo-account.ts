import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-files.js';
import type { Stack } from './stack.js';

const NAME = 'Demo account';
/** Constant, so that the start after an interrupted one continues with the same account. */
const ID = '6d0a7d1e-4d6f-4a53-9f3e-0c1b8f6f2d11';
const CREDITS = { included: 100, purchased: 50 };
/** Who signs in to the console of the demo. */
export const DEMO_USER = { email: 'operator@example.com', name: 'Demo operator', role: 'operator' };
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Returns the path of the demo key. A key is shown once, and the printed request must work at every
 * start.
 */
export function demoKeyFile(dataDir: string): string {
  return path.join(dataDir, 'demo-key');
}

/**
 * Creates the demo's user, account and key through the admin API, as an operator does. Creates
 * nothing twice. Throws an error with the API's answer when a request is rejected.
 */
export async function ensureDemoAccount(
  dataDir: string,
  { adminUrl, adminToken }: Pick<Stack, 'adminUrl' | 'adminToken'>,
): Promise<void> {
  const file = demoKeyFile(dataDir);
  const call = async (resource: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${adminUrl}/admin/v1${resource}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`the demo account could not be created: ${JSON.stringify(answer)}`);
    return answer;
  };
  // A data directory of an earlier release has the account and no user.
  const users = (await call('/console/users')) as readonly { readonly email: string }[];
  if (!users.some(({ email }) => email === DEMO_USER.email)) await call('/console/users', DEMO_USER);
  if ((await readPrivateFile(file)) !== undefined) return;
  await call('/accounts', { id: ID, name: NAME, credits: CREDITS });
  const { key } = (await call(`/accounts/${ID}/keys`, { name: 'demo' })) as { readonly key: unknown };
  await writePrivateFile(file, `${String(key)}\n`);
}
