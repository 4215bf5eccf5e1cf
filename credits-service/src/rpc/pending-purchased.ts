import type { Queryable } from '@prospecting/platform/postgres';
import { sumPendingPurchased } from '../sql/sum-pending-purchased.js';

/**
 * Purchased credits that may yet come back to an account. A balance must have room for them, lest a release be what makes it too large.
 * Holds for as long as the balance is locked.
 */
export async function pendingPurchased(client: Queryable, accountId: string): Promise<number> {
  const [sum] = await sumPendingPurchased.run(client, [accountId]);
  return sum?.millicredits ?? 0;
}
