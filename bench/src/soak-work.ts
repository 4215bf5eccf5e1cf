import type { DatabaseUrls } from '@prospecting/embedded';
import { createRandom } from '@prospecting/platform/random';
import { drawPages, drawPeople } from './contact-sample.js';
import type { Customer } from './customers.js';
import { withPool } from './database.js';
import type { Batch } from './http-batches.js';
import { organizationBatch } from './http-lookup.js';
import { readContacts } from './sample.js';
import { createSpenders } from './spend-customers.js';
import { ordersOfAllAccounts, type DrawOrder } from './spend-orders.js';
import { drawWorkload } from './workload.js';

/** A free request: its path below the base URL, and what is sent there. */
export interface FreeWork {
  readonly path: string;
  readonly batches: readonly Batch[];
}

/** What the load sends, drawn before it begins. */
export interface SoakWork {
  readonly customers: readonly Customer[];
  readonly free: Readonly<Record<'organizations' | 'pages' | 'people', FreeWork>>;
  /** Orders of one contact, and of 25. */
  readonly spends: Readonly<Record<'one' | 'many', DrawOrder>>;
}

const ACCOUNTS = 50;
const BODIES = 200;
const MANY = 25;

/** Creates the accounts and draws the requests. */
export async function drawSoakWork(url: string, databases: DatabaseUrls, seed: number): Promise<SoakWork> {
  const ones = await createSpenders(databases, ACCOUNTS);
  // Other accounts, because an account reveals a contact once.
  const others = await createSpenders(databases, ACCOUNTS);
  const workload = await drawWorkload(url, BODIES, seed);
  return withPool(url, async (pool) => {
    const contacts = await readContacts(pool);
    const organizations = workload.bodies.map((items) => organizationBatch(items, workload.owners));
    return {
      customers: [...ones, ...others],
      free: {
        organizations: { path: '/organizations/match', batches: organizations },
        pages: { path: '/organizations/contacts/match', batches: await drawPages(pool, workload) },
        people: { path: '/people/match', batches: await drawPeople(pool, BODIES, createRandom(seed)) },
      },
      spends: {
        one: ordersOfAllAccounts(ones, contacts, 1).begin(),
        many: ordersOfAllAccounts(others, contacts, MANY).begin(),
      },
    };
  });
}
