import { setTimeout as delay } from 'node:timers/promises';
import { createAdmin } from '../../support/admin.js';
import type { FaultyDatabase } from '../database.js';
import type { FaultyInstallation } from '../installation.js';
import type { Random } from '../random.js';
import { openBooks, type Books } from './books.js';
import { send } from './exchange.js';
import type { FaultCustomer } from './orders.js';
import { createPrices, type Prices } from './prices.js';

/** An account with a key, and the books that the harness keeps of it. */
export interface Patron {
  readonly customer: FaultCustomer;
  readonly books: Books;
}

/** The accounts of a run. */
export interface Patrons {
  /** Those that spend again and again; operators change what they have and what they pay. */
  readonly regular: readonly Patron[];
  /** Also those that came for one order. */
  all(): readonly Patron[];
  /** A new account that has exactly so much, partly included and partly purchased, at prices that never change. */
  withExactly(millicreditsOf: (prices: Prices) => number): Promise<Patron | undefined>;
  /** What the regular ones pay. */
  readonly movingPrices: Prices;
}

const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };
/** Of two steps each, which may be lost. */
const TRIES = 20;
const RETRY_MS = 250;

/** One regular account of so many has a month that ends during the run. */
const RENEWING = 4;

/** Within the first minute or two. `undefined` on days that not every month has. */
function drawRenewal(random: Random): Date | undefined {
  const renewsAt = new Date(Date.now() + random.between(15, 90) * 1_000);
  return renewsAt.getUTCDate() > 28 ? undefined : renewsAt;
}

async function beginAMonthBefore({ query }: FaultyDatabase, accountId: string, renewsAt: Date): Promise<void> {
  const startedAt = new Date(renewsAt);
  startedAt.setUTCMonth(startedAt.getUTCMonth() - 1);
  await query('update credits.balances set started_at = $2, renews_at = $3 where account_id = $1', [
    accountId,
    startedAt,
    renewsAt,
  ]);
}

/** Accounts with credits of one kind or of both: some of them for everything that there is, others for little. */
export async function createPatrons(
  { directAdminUrl, adminUrls, adminToken }: FaultyInstallation,
  database: FaultyDatabase,
  random: Random,
  count: number,
): Promise<Patrons> {
  const [movingPrices, steadyPrices] = [createPrices('moving'), createPrices('steady')];
  const patrons: Patron[] = [];
  const admin = createAdmin(directAdminUrl, adminToken);
  for (const prices of [movingPrices, steadyPrices]) {
    for (const [subject, infoType, timeline] of prices.all()) {
      await admin.put('/prices', { group: prices.group, subject, infoType, credits: timeline.latest() / 1_000 });
    }
  }

  /** Whatever was half made by a try that was not answered is nobody's. */
  const create = async (
    prices: Prices,
    included: number,
    purchased: number,
    renewsAt?: Date,
  ): Promise<Patron | undefined> => {
    const ask = async <Body>(path: string, body: object): Promise<Body | undefined> => {
      const answer = await send(`${random.pick(adminUrls)}/admin/v1${path}`, adminToken, body);
      return answer?.status === 201 ? (JSON.parse(answer.text) as Body) : undefined;
    };
    const name = `Testkunden ${patrons.length + 1} AB`;
    const credits = { included: included / 1_000, purchased: purchased / 1_000 };
    const account = await ask<{ id: string }>('/accounts', { name, priceGroup: prices.group, credits });
    if (account === undefined) return undefined;
    const key = await ask<{ id: string; key: string }>(`/accounts/${account.id}/keys`, {
      name: 'faults',
      limits: AMPLE,
    });
    if (key === undefined) return undefined;
    if (renewsAt !== undefined) await beginAMonthBefore(database, account.id, renewsAt);
    const books = openBooks({
      accountId: account.id,
      prices,
      includedMillicredits: included,
      purchasedMillicredits: purchased,
      renewsAt,
    });
    const patron = { customer: { accountId: account.id, keyId: key.id, key: key.key }, books };
    patrons.push(patron);
    return patron;
  };
  const insist = async (...wishes: Parameters<typeof create>): Promise<Patron | undefined> => {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const patron = await create(...wishes);
      if (patron !== undefined) return patron;
      await delay(RETRY_MS);
    }
    return undefined;
  };

  const regular: Patron[] = [];
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
    const patron = await insist(movingPrices, ...kind, renewsAt);
    if (patron === undefined) throw new Error('an account could not be made');
    regular.push(patron);
  }
  return {
    regular,
    all: () => patrons,
    movingPrices,
    withExactly(millicreditsOf) {
      const millicredits = millicreditsOf(steadyPrices);
      const included = random.pick([0, millicredits, Math.floor(millicredits * random.next())]);
      return insist(steadyPrices, included, millicredits - included);
    },
  };
}
