import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-files.js';
import type { Stack } from './stack.js';

const NAME = 'Demo account';
/** Constant, so that the start after an interrupted one continues with the same account. */
const ID = '6d0a7d1e-4d6f-4a53-9f3e-0c1b8f6f2d11';
const CREDITS = { included: 100, purchased: 50 };
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Returns the path of the demo key. A key is shown once, and the printed request must work at every
 * start.
 */
export function demoKeyFile(dataDir: string): string {
  return path.join(dataDir, 'demo-key');
}

/**
 * Creates the demo account and its key through the admin API, as an operator does. Does nothing
 * when the key's file exists. Throws an error with the API's answer when a request is rejected.
 */
export async function ensureDemoAccount(
  dataDir: string,
  { adminUrl, adminToken }: Pick<Stack, 'adminUrl' | 'adminToken'>,
): Promise<void> {
  const file = demoKeyFile(dataDir);
  if ((await readPrivateFile(file)) !== undefined) return;
  const post = async (resource: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${adminUrl}/admin/v1${resource}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    if (!response.ok) throw new Error(`the demo account could not be created: ${JSON.stringify(answer)}`);
    return answer;
  };
  await post('/accounts', { id: ID, name: NAME, credits: CREDITS });
  const { key } = await post(`/accounts/${ID}/keys`, { name: 'demo' });
  await writePrivateFile(file, `${String(key)}\n`);
}
