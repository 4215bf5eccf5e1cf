import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import { createAdmin } from '../../support/admin.js';
import type { FaultyDatabase } from '../database.js';
import type { FaultyInstallation } from '../installation.js';
import { openBooks, type Books } from './books.js';
import { send } from './exchange.js';
import type { FaultCustomer } from './orders.js';
import { createPrices, type Prices } from './prices.js';

/** An account with a key, and the books that the harness keeps of it. */
export interface FaultAccount {
  readonly customer: FaultCustomer;
  readonly books: Books;
}

/** The accounts of a run. */
export interface FaultAccounts {
  /** Accounts that spend repeatedly. Operators change their credits and their prices. */
  readonly regular: readonly FaultAccount[];
  /** Returns all accounts, including those created for one order. */
  all(): readonly FaultAccount[];
  /**
   * Creates an account with exactly this amount, partly included and partly purchased, at prices
   * that never change. Returns undefined when every try failed.
   */
  withExactly(millicreditsOf: (prices: Prices) => number): Promise<FaultAccount | undefined>;
  /** The prices of the regular accounts. */
  readonly movingPrices: Prices;
}

const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };
/** Each try takes two requests, and either may fail. */
const TRIES = 20;
const RETRY_MS = 250;

/** One in this many regular accounts has a month that ends during the run. */
const RENEWING = 4;

/**
 * Draws an instant within the first 90 seconds of the run. Returns undefined on days that not every
 * month has.
 */
function drawRenewal(random: Random): Date | undefined {
  const renewsAt = new Date(Date.now() + random.between(15, 90) * 1_000);
  return renewsAt.getUTCDate() > 28 ? undefined : renewsAt;
}

async function startMonthBefore({ query }: FaultyDatabase, accountId: string, renewsAt: Date): Promise<void> {
  const startedAt = new Date(renewsAt);
  startedAt.setUTCMonth(startedAt.getUTCMonth() - 1);
  await query('update credits.balances set started_at = $2, renews_at = $3 where account_id = $1', [
    accountId,
    startedAt,
    renewsAt,
  ]);
}

/**
 * Creates accounts with included credits, purchased credits or both. Some can pay for everything in
 * the directory, others for little.
 */
export async function createAccounts(
  { directAdminUrl, adminUrls, adminToken }: FaultyInstallation,
  database: FaultyDatabase,
  random: Random,
  count: number,
): Promise<FaultAccounts> {
  const [movingPrices, steadyPrices] = [createPrices('moving'), createPrices('steady')];
  const accounts: FaultAccount[] = [];
  const admin = createAdmin(directAdminUrl, adminToken);
  for (const prices of [movingPrices, steadyPrices]) {
    for (const [subject, infoType, timeline] of prices.all()) {
      await admin.put('/prices', { group: prices.group, subject, infoType, credits: timeline.latest() / 1_000 });
    }
  }

  /** Creates an account and its key. Nobody uses what an unanswered try left half created. */
  const create = async (
    prices: Prices,
    included: number,
    purchased: number,
    renewsAt?: Date,
  ): Promise<FaultAccount | undefined> => {
    const ask = async <Body>(path: string, body: object): Promise<Body | undefined> => {
      const answer = await send(`${random.pick(adminUrls)}/admin/v1${path}`, adminToken, body);
      return answer?.status === 201 ? (JSON.parse(answer.text) as Body) : undefined;
    };
    const name = `Testkunden ${accounts.length + 1} AB`;
    const credits = { included: included / 1_000, purchased: purchased / 1_000 };
    const created = await ask<{ id: string }>('/accounts', { name, priceGroup: prices.group, credits });
    if (created === undefined) return undefined;
    const key = await ask<{ id: string; key: string }>(`/accounts/${created.id}/keys`, {
      name: 'faults',
      limits: AMPLE,
    });
    if (key === undefined) return undefined;
    if (renewsAt !== undefined) await startMonthBefore(database, created.id, renewsAt);
    const books = openBooks({
      accountId: created.id,
      prices,
      includedMillicredits: included,
      purchasedMillicredits: purchased,
      renewsAt,
    });
    const account = { customer: { accountId: created.id, keyId: key.id, key: key.key }, books };
    accounts.push(account);
    return account;
  };
  const createWithRetry = async (...options: Parameters<typeof create>): Promise<FaultAccount | undefined> => {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const account = await create(...options);
      if (account !== undefined) return account;
      await delay(RETRY_MS);
    }
    return undefined;
  };

  const regular: FaultAccount[] = [];
  for (let number = 0; number < count; number += 1) {
    const included = random.between(5, 150) * 1_000;
    const purchased = (random.chance(0.25) ? random.between(1, 30) : 400) * 1_000;
    const kinds = [
      [included, 0],
      [0, purchased],
      [included, purchased],
    ] as const;
    const renewsAt = number % RENEWING === 0 ? drawRenewal(random) : undefined;
    const kind = kinds[number % kinds.length] as readonly [number, number];
    const account = await createWithRetry(movingPrices, ...kind, renewsAt);
    if (account === undefined) throw new Error('cannot create an account: every try failed');
    regular.push(account);
  }
  return {
    regular,
    all: () => accounts,
    movingPrices,
    withExactly(millicreditsOf) {
      const millicredits = millicreditsOf(steadyPrices);
      const included = random.pick([0, millicredits, Math.floor(millicredits * random.next())]);
      return createWithRetry(steadyPrices, included, millicredits - included);
    },
  };
}
