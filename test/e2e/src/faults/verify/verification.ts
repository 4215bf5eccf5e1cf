import { setTimeout as delay } from 'node:timers/promises';
import type { FaultyDatabase } from '../database.js';
import type { Identities } from '../directory/identities.js';
import type { People } from '../directory/people.js';
import type { Poison } from '../injectors/index.js';
import type { FaultyInstallation } from '../installation.js';
import type { Patrons } from '../money/customers.js';
import type { Order } from '../money/orders.js';
import type { Answered } from '../money/spender.js';
import type { Random } from '../random.js';

/** What a run leaves to hold its promises against. All processes run, with the right time and without crash points. */
export interface Verification {
  readonly installation: FaultyInstallation;
  /** Of a gateway. */
  readonly baseUrl: string;
  readonly database: FaultyDatabase;
  readonly patrons: Patrons;
  readonly answered: readonly Answered[];
  readonly isLost: (order: Order) => boolean;
  readonly poisons: readonly Poison[];
  readonly people: People;
  readonly identities: Identities;
  /** The names of all processes. */
  readonly names: readonly string[];
  readonly logDir: string;
  readonly startedAt: Date;
  /** What the request log held before the faults. */
  readonly logged: { readonly before: Date; readonly count: number };
  readonly random: Random;
}

/** Holds one promise: whatever breaks it, a line each. */
export type Check = (verification: Verification) => Promise<string[]>;

const TRIES = 5;
const POLL_MS = 200;

/** Asks again where no answer came. */
export async function insist<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const answer = await attempt();
    if (answer !== undefined) return answer;
    await delay(POLL_MS);
  }
  return attempt();
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
