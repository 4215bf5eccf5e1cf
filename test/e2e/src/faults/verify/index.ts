import { verifyAudit } from './audit.js';
import { verifyBalances } from './balances.js';
import { verifyIdentities } from './identities.js';
import { verifyLogs } from './logs.js';
import { verifyOperations } from './operations.js';
import { verifyReplays } from './replays.js';
import { verifyRequestLog } from './request-log.js';
import { verifyReveals } from './reveals.js';
import { verifyTables } from './tables.js';
import { verifyTimes } from './times.js';
import type { Check, Verification } from './verification.js';

export { countLogged } from './request-log.js';
export { watchRelease } from './released.js';
export type { Verification } from './verification.js';

/** In the order in which they run. Replays come first, because they may change balances. */
const CHECKS: readonly Check[] = [
  verifyReplays,
  verifyTables,
  verifyAudit,
  verifyOperations,
  verifyBalances,
  verifyReveals,
  verifyIdentities,
  verifyTimes,
  verifyRequestLog,
  verifyLogs,
];

/** Returns every violation of a promise after the faults, one line each. */
export async function verify(verification: Verification): Promise<string[]> {
  const found: string[] = [];
  for (const check of CHECKS) {
    const problems = await check(verification).catch((error: unknown) => [
      `${check.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ]);
    found.push(...problems);
  }
  return found;
}
