import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '@prospecting/platform/random';
import type { Dispatcher } from 'undici';
import type { Customer } from './customers.js';
import { connect } from './exchange.js';
import { createSoakClient, type SoakClient } from './soak-client.js';
import type { Outages } from './soak-outages.js';
import { createPurse, type Purse } from './soak-purse.js';
import { createSpends, MILLI } from './soak-spends.js';
import type { Tally } from './soak-tally.js';
import type { FreeWork, SoakWork } from './soak-work.js';
import { INCLUDED_MILLICREDITS } from './spend-customers.js';

export interface LoadOptions {
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  readonly work: SoakWork;
  readonly connections: number;
  /** The share of its time that a connection works. It rests in between. */
  readonly share: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly outages: Outages;
  /** Milliseconds since the start. */
  readonly now: () => number;
}

/** A mixed load, and what each account must have left of it. */
export interface SoakLoad {
  /** Sends until `untilMs` or the abort. Resolves when every request is answered. */
  run(untilMs: number, signal: AbortSignal): Promise<void>;
  /** Compares every balance with what was answered. Throws Error naming the first difference. */
  checkBalances(): Promise<void>;
}

const LONGEST_REST_MS = 1_000;
/** The rest after a fault, so that a broken installation is not hammered. */
const FAULT_REST_MS = 200;

/** What a connection draws next, and how many times in a hundred. */
const MIX = [
  ['organizations', 40],
  ['pages', 14],
  ['people', 14],
  ['one', 15],
  ['many', 3],
  ['replay', 8],
  ['credits', 6],
] as const;
type Drawn = (typeof MIX)[number][0];
const DRAWN: readonly Drawn[] = MIX.flatMap(([name, times]) => Array.from({ length: times }, () => name));

/** Returns what sends one drawn request and checks its answer. Throws Error on a wrong one. */
function createSender({ baseUrl, work, tally, now }: LoadOptions): Sender {
  const { pathname } = new URL(baseUrl);
  const purses = new Map(work.customers.map((customer) => [customer, createPurse(INCLUDED_MILLICREDITS)]));
  const purseOf = (customer: Customer): Purse => purses.get(customer) as Purse;
  const spends = createSpends({ path: `${pathname}/contacts/reveal`, purseOf, tally, now });

  const free = async (client: SoakClient, { path, batches }: FreeWork, random: Random): Promise<void> => {
    const { body, check } = random.pick(batches);
    const request = post(pathname + path, random.pick(work.customers), body);
    const answer = await client.attempt(path.slice(1), request);
    if (answer !== undefined) check(JSON.parse(answer.body.toString('utf8')));
  };
  const credits = async (client: SoakClient, customer: Customer): Promise<void> => {
    const purse = purseOf(customer);
    const highest = purse.highest();
    const headers = { authorization: `Bearer ${customer.key}` };
    const answer = await client.attempt('credits', { method: 'GET', path: `${pathname}/credits`, headers });
    if (answer !== undefined) checkBalance(JSON.parse(answer.body.toString('utf8')), [purse.lowest(), highest]);
  };
  return {
    credits,
    send(drawn, client, random) {
      switch (drawn) {
        case 'organizations':
        case 'pages':
        case 'people':
          return free(client, work.free[drawn], random);
        case 'one':
        case 'many':
          return spends.spend(client, work.spends[drawn]());
        case 'replay':
          return spends.replay(client, random);
        case 'credits':
          return credits(client, random.pick(work.customers));
      }
    },
  };
}

interface Sender {
  readonly credits: (client: SoakClient, customer: Customer) => Promise<void>;
  readonly send: (drawn: Drawn, client: SoakClient, random: Random) => Promise<void>;
}

export function createSoakLoad(options: LoadOptions): SoakLoad {
  const { baseUrl, work, connections, share, seed, tally, now } = options;
  const { origin } = new URL(baseUrl);
  const { credits, send } = createSender(options);

  const runClient = async (index: number, untilMs: number, signal: AbortSignal): Promise<void> => {
    const random = createRandom(seed + index);
    const connection = connect(origin);
    const client = createSoakClient(connection, options);
    try {
      while (now() < untilMs && !signal.aborted) {
        const drawn = random.pick(DRAWN);
        const sentMs = now();
        let restMs = 0;
        try {
          await send(drawn, client, random);
          restMs = Math.min(LONGEST_REST_MS, (now() - sentMs) * (1 / share - 1));
        } catch (error) {
          restMs = FAULT_REST_MS;
          tally.fault({ atMs: now(), operation: drawn, what: String(error) });
        }
        await sleep(restMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await connection.destroy();
    }
  };

  return {
    async run(untilMs, signal) {
      await Promise.all(Array.from({ length: connections }, (_, index) => runClient(index, untilMs, signal)));
    },
    async checkBalances() {
      const connection = connect(origin);
      const client = createSoakClient(connection, options);
      try {
        for (const customer of work.customers) await credits(client, customer);
      } finally {
        await connection.destroy();
      }
    },
  };
}

function post(path: string, { key }: Customer, body: object): Dispatcher.DispatchOptions {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Compares an answer of /credits with the bounds of its account. Throws Error. */
export function checkBalance(answer: unknown, [lowest, highest]: readonly [number, number]): void {
  const { included, purchased, total } = answer as Record<string, number | undefined>;
  const [sum, shown] = [(included ?? 0) + (purchased ?? 0), total ?? Number.NaN].map((each) =>
    Math.round(each * MILLI),
  );
  if (sum !== shown) throw new Error(`a balance of ${total} credits is the sum of ${included} and ${purchased}`);
  if (shown === undefined || shown < lowest || shown > highest) {
    throw new Error(`a balance is ${total} credits, but should be from ${lowest / MILLI} to ${highest / MILLI}`);
  }
}
