import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import type { FaultyDatabase } from '../database.js';
import type { Identities } from '../directory/identities.js';
import type { People } from '../directory/people.js';
import type { Poison } from '../injectors/index.js';
import type { FaultyInstallation } from '../installation.js';
import type { FaultAccounts } from '../money/accounts.js';
import type { Order } from '../money/orders.js';
import type { Answered } from '../money/spender.js';

/** What a run leaves to verify. All processes run with the right time and without crash points. */
export interface Verification {
  readonly installation: FaultyInstallation;
  /** The base URL of one gateway. */
  readonly baseUrl: string;
  readonly database: FaultyDatabase;
  readonly accounts: FaultAccounts;
  readonly answered: readonly Answered[];
  readonly isLost: (order: Order) => boolean;
  readonly poisons: readonly Poison[];
  readonly people: People;
  readonly identities: Identities;
  /** The names of all processes. */
  readonly names: readonly string[];
  readonly logDir: string;
  readonly startedAt: Date;
  /** How many entries the request log had before the faults. */
  readonly logged: { readonly before: Date; readonly count: number };
  readonly random: Random;
}

/** Verifies one promise. Returns one line for each violation. */
export type Check = (verification: Verification) => Promise<string[]>;

const TRIES = 5;
const POLL_MS = 200;

/** Repeats an attempt that returned no answer. */
export async function retryUnanswered<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
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
