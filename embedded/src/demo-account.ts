import path from 'node:path';
import { createCreditsLedger } from '@prospecting/credits-service';
import { createAccounts, createKeyAdministration } from '@prospecting/gateway';
import { startGuardedClock, type Clock } from '@prospecting/platform/clock';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger } from '@prospecting/platform/telemetry';
import type { DatabaseUrls } from './databases.js';
import { readPrivateFile, writePrivateFile } from './private-files.js';

const NAME = 'Demo account';
const INCLUDED_MILLICREDITS = 100_000;
const PURCHASED_MILLICREDITS = 50_000;
const CALL_TIMEOUT_MS = 10_000;

/** Where the demo key of a data directory is: keys are shown once, and the printed request has to work at every start. */
export function demoKeyFile(dataDir: string): string {
  return path.join(dataDir, 'demo-key');
}

/** Makes the demo account and its key at the first start; later ones only find the key. */
export async function ensureDemoAccount(dataDir: string, databases: DatabaseUrls, clock: Clock): Promise<void> {
  const file = demoKeyFile(dataDir);
  if ((await readPrivateFile(file)) !== undefined) return;
  const open = (connectionString: string): Pool =>
    createPool({ connectionString, applicationName: 'prospect-demo', maxConnections: 1 });
  const [edge, credits] = [open(databases.gateway), open(databases.credits)];
  try {
    const accountId = (await findAccount(edge, clock)) ?? (await createAccount(edge, credits, clock));
    const { key } = await createKeyAdministration({ pool: edge, clock }).create({
      accountId,
      name: 'demo',
      limits: {},
    });
    await writePrivateFile(file, `${key}\n`);
  } finally {
    await Promise.all([edge.end(), credits.end()]);
  }
}

/** An earlier start may have been ended between the account and its key. */
async function findAccount(pool: Pool, clock: Clock): Promise<string | undefined> {
  const [first] = await createAccounts({ pool, clock }).list(1);
  return first?.name === NAME ? first.id : undefined;
}

async function createAccount(edge: Pool, credits: Pool, clock: Clock): Promise<string> {
  const logger = createLogger({ service: 'prospect-demo', level: 'silent' });
  const guarded = startGuardedClock({ clock, pool: credits, name: 'credits', logger });
  await guarded.asked;
  const ledger = createCreditsLedger({ pool: credits, clock: guarded });
  const account = { name: NAME, apiEnabled: true, targetRoles: [], priceGroup: 'default' };
  const giveCredits = async (accountId: string): Promise<void> => {
    const call = { deadlineAt: Date.now() + CALL_TIMEOUT_MS };
    await ledger.subscribe({ accountId, includedMillicredits: INCLUDED_MILLICREDITS }, call);
    await ledger.grant({ accountId, purchasedMillicredits: PURCHASED_MILLICREDITS, reference: 'demo' }, call);
  };
  try {
    const { id } = await createAccounts({ pool: edge, clock }).create(account, giveCredits);
    return id;
  } finally {
    guarded.stop();
  }
}
