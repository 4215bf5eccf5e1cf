/** An account with a key that the limiter lets pass. */
export interface Customer {
  readonly accountId: string;
  readonly key: string;
}

/** The admin API's highest: some 16,000 requests a second. */
const LIMIT_PER_MINUTE = 1_000_000;
const TIMEOUT_MS = 15_000;

/** Makes accounts, each with a subscription and one key, over the admin API. */
export async function createCustomers(adminUrl: string, adminToken: string, count: number): Promise<Customer[]> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${adminUrl}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
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
