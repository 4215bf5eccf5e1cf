import type { Queryable } from '@prospecting/platform/postgres';
import { sumReturnablePurchased } from '../sql/sum-returnable-purchased.js';

/**
 * Purchased credits that may yet come back to an account, in millicredits. A balance must have room
 * for them, so that a release never makes it too large. Holds for as long as the balance is locked.
 */
export async function returnablePurchased(client: Queryable, accountId: string): Promise<number> {
  const [sum] = await sumReturnablePurchased.run(client, [accountId]);
  return sum?.millicredits ?? 0;
}
