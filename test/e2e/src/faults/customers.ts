import { createAdmin } from '../support/admin.js';
import type { FaultyInstallation } from './installation.js';
import type { FaultCustomer } from './orders.js';
import type { Random } from './random.js';

const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };

/** Accounts with credits of both kinds: some of them for everything that there is, others for little. */
export async function createCustomers(
  { adminUrl, adminToken }: FaultyInstallation,
  random: Random,
  count: number,
): Promise<FaultCustomer[]> {
  const admin = createAdmin(adminUrl, adminToken);
  const customers: FaultCustomer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const included = random.between(0, 20);
    const purchased = random.chance(0.25) ? random.between(0, 30) : 500;
    const { id } = await admin.post<{ id: string }>('/accounts', {
      name: `Testkunden ${number} AB`,
      credits: { included, purchased },
    });
    const { key } = await admin.post<{ key: string }>(`/accounts/${id}/keys`, { name: 'faults', limits: AMPLE });
    customers.push({ accountId: id, key });
  }
  return customers;
}
