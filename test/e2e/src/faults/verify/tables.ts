import { setTimeout as delay } from 'node:timers/promises';
import { auditTables, countPending } from '../../support/audit.js';
import type { Verification } from './verification.js';

const PENDING_LIMIT_MS = 30_000;
const POLL_MS = 200;

/** Nothing pends, and no table contradicts another, but where they were poisoned. */
export async function verifyTables({ database: { query }, poisons }: Verification): Promise<string[]> {
  const giveUpAt = performance.now() + PENDING_LIMIT_MS;
  const pendingBeside = async (): Promise<number> => (await countPending(query)) - poisons.length;
  while (performance.now() < giveUpAt && (await pendingBeside()) > 0) await delay(POLL_MS);
  const pending = await pendingBeside();
  const contradictions = await auditTables(query);
  return [
    ...(pending > 0 ? [`${pending} reservations are pending at the end`] : []),
    ...(pending < 0 ? [`${-pending} of the poisoned attempts have been settled`] : []),
    ...contradictions.filter((line) => !poisons.some(({ accountId }) => line.includes(accountId))),
  ];
}
