import { createAccounts, createKeyAdministration } from '@prospecting/admin-service';
import { createCreditsLedger } from '@prospecting/credits-service';
import type { DatabaseUrls } from '@prospecting/embedded';
import { mapBounded } from '@prospecting/platform/batching';
import { startGuardedClock, systemClock } from '@prospecting/platform/clock';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger } from '@prospecting/platform/telemetry';
import type { Customer } from './customers.js';

/** A million credits: more than any benchmark spends. */
export const INCLUDED_MILLICREDITS = 1_000_000_000;
/** The highest limit of the admin API: about 16,000 requests per second. */
const LIMIT_PER_MINUTE = 1_000_000;
const IN_FLIGHT = 8;
const CALL_TIMEOUT_MS = 30_000;

/** Creates many accounts as the admin API does, but without HTTP requests. */
export async function createSpenders(databases: DatabaseUrls, count: number): Promise<Customer[]> {
  const open = (connectionString: string): Pool =>
    createPool({
      connectionString,
      applicationName: 'prospect-bench',
      maxConnections: IN_FLIGHT,
      // On a busy machine, eight new connections take longer than a customer would wait.
      acquireTimeoutMs: CALL_TIMEOUT_MS,
    });
  const [pool, credits] = [open(databases.admin), open(databases.credits)];
  const clock = systemClock;
  const accounts = createAccounts({ pool, clock });
  const keys = createKeyAdministration({ pool, clock });
  const logger = createLogger({ service: 'prospect-bench', level: 'silent' });
  const guarded = startGuardedClock({ clock, pool: credits, name: 'credits', logger });
  await guarded.asked;
  const ledger = createCreditsLedger({ pool: credits, clock: guarded });
  const limits = { overall: LIMIT_PER_MINUTE, search: LIMIT_PER_MINUTE, spend: LIMIT_PER_MINUTE };
  const settings = { apiEnabled: true, targetRoles: [], priceGroup: 'default' };
  try {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return await mapBounded(numbers, IN_FLIGHT, async (number) => {
      const prepare = async (id: string): Promise<void> => {
        const call = { deadlineAt: Date.now() + CALL_TIMEOUT_MS };
        await ledger.subscribe({ accountId: id, includedMillicredits: INCLUDED_MILLICREDITS }, call);
      };
      const { id: accountId } = await accounts.create({ name: `Bench ${number}`, ...settings }, { prepare });
      const { key } = await keys.create({ accountId, name: 'bench', limits });
      return { accountId, key };
    });
  } finally {
    guarded.stop();
    await Promise.all([pool.end(), credits.end()]);
  }
}
