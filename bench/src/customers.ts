import { connect, read } from './exchange.js';

/** An account with a key whose limits no benchmark reaches. */
export interface Customer {
  readonly accountId: string;
  readonly key: string;
}

/** The highest that the admin API allows: some 16,000 requests a second. */
const LIMIT_PER_MINUTE = 1_000_000;
const TIMEOUT_MS = 15_000;

/** Sends a command to the admin API. Rejects unless it succeeds. */
export type AdminPost = (path: string, body: object) => Promise<Record<string, unknown>>;

export function adminPost(adminUrl: string, adminToken: string): AdminPost {
  return async (path, body) => {
    const response = await fetch(`${adminUrl}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`POST ${path} failed with status ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
}

/** Creates accounts, each with a subscription and one key, through the admin API. */
export async function createCustomers(adminUrl: string, adminToken: string, count: number): Promise<Customer[]> {
  const post = adminPost(adminUrl, adminToken);
  const limits = { overall: LIMIT_PER_MINUTE, search: LIMIT_PER_MINUTE };
  const customers: Customer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const account = await post('/accounts', { name: `Bench ${number}`, credits: { included: 1_000 } });
    const accountId = String(account['id']);
    const { key } = await post(`/accounts/${accountId}/keys`, { name: 'bench', limits });
    customers.push({ accountId, key: String(key) });
  }
  return customers;
}

const WARM_UP_CONNECTIONS = 16;

/**
 * Reads every customer's balance once, so that the gateway has all keys in its cache, as it does
 * after a customer's first request.
 */
export async function warmKeyCache(baseUrl: string, customers: readonly Customer[]): Promise<void> {
  const { origin, pathname: path } = new URL(`${baseUrl}/credits`);
  const waiting = customers.values();
  await Promise.all(
    Array.from({ length: WARM_UP_CONNECTIONS }, async () => {
      const client = connect(origin);
      try {
        for (const { key } of waiting)
          await read(client, { method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
      } finally {
        await client.close();
      }
    }),
  );
}
