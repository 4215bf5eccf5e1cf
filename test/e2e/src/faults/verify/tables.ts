import { eventually } from '@prospecting/platform/testing';
import { auditTables, countPending } from '../../support/audit.js';
import type { Verification } from './verification.js';

const PENDING_LIMIT_MS = 30_000;
const POLL_MS = 200;

/**
 * Checks that no reservation is pending and no table contradicts another, except for the poisoned
 * ones.
 */
export async function verifyTables({ database: { query }, poisons }: Verification): Promise<string[]> {
  const pendingUnpoisoned = async (): Promise<number> => (await countPending(query)) - poisons.length;
  const pending = await eventually(pendingUnpoisoned, (count) => count <= 0, {
    timeoutMs: PENDING_LIMIT_MS,
    intervalMs: POLL_MS,
  });
  const contradictions = await auditTables(query);
  return [
    ...(pending > 0 ? [`${pending} reservations are still pending after ${PENDING_LIMIT_MS / 1_000} s`] : []),
    ...(pending < 0 ? [`${-pending} poisoned attempts were settled`] : []),
    ...contradictions.filter((line) => !poisons.some(({ accountId }) => line.includes(accountId))),
  ];
}
