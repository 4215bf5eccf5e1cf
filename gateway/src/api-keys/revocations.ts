import { Coalescer } from '@prospecting/platform/batching';
import type { CallContext } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import { selectUnrevokedKeys } from './sql/select-unrevoked-keys.js';

/** Simultaneous spends share a statement. At most two statements run. */
const SHARED = { maxItems: 64, maxInFlight: 2, maxQueuedItems: 1_000 };

/**
 * Returns a function that asks the database whether a key is revoked now. A revoked key stops
 * spending immediately, even at a gateway that was not notified, so the function uses no cache. A
 * key that is not on record counts as revoked. The function throws service_unavailable.
 */
export function createRevocationCheck(accounts: Queryable): (keyId: string, call: CallContext) => Promise<boolean> {
  const checks = new Coalescer({
    ...SHARED,
    async run(keyIds: string[]) {
      const rows = await selectUnrevokedKeys.run(accounts, [[...new Set(keyIds)]]);
      const unrevoked = new Set(rows.map(({ id }) => id));
      return keyIds.map((keyId) => !unrevoked.has(keyId));
    },
  });
  return async (keyId, call) => (await checks.load([keyId], call))[0] !== false;
}
