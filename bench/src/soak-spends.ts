import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import type { Dispatcher } from 'undici';
import type { Customer } from './customers.js';
import { checkRevealed, revealBody } from './http-spend.js';
import type { SoakClient } from './soak-client.js';
import type { Purse } from './soak-purse.js';
import type { Tally } from './soak-tally.js';
import { EMAIL_MILLICREDITS, type SpendOrder } from './spend-orders.js';

/** Thousandths of a credit. */
export const MILLI = 1_000;

/** Reveals, each with an Idempotency-Key. */
export interface Spends {
  /**
   * Sends an order until it is answered with a 200, always with the same key. Throws Error on a
   * wrong answer.
   */
  spend(client: SoakClient, order: SpendOrder): Promise<void>;
  /**
   * Sends an answered request again. Throws Error unless it gets the same bytes, marked as
   * replayed.
   */
  replay(client: SoakClient, random: Random): Promise<void>;
}

interface Answered {
  readonly request: Dispatcher.DispatchOptions;
  readonly body: Buffer;
}

export interface SpendsOptions {
  readonly path: string;
  readonly purseOf: (customer: Customer) => Purse;
  readonly tally: Tally;
  readonly now: () => number;
}

/** The answers from which replays are drawn: the newest, because all would fill the memory. */
const KEPT = 500;
/** A service that was away must be back by then. */
const ANSWER_LIMIT_MS = 90_000;
const RETRY_MS = 250;

export function createSpends({ path, purseOf, tally, now }: SpendsOptions): Spends {
  const kept: Answered[] = [];
  let next = 0;
  const keep = (answered: Answered): void => {
    kept[next] = answered;
    next = (next + 1) % KEPT;
  };
  return {
    async spend(client, { customer, contacts }) {
      const request = revealRequest(path, customer, revealBody(contacts));
      const purse = purseOf(customer);
      const cost = contacts.length * EMAIL_MILLICREDITS;
      const operation = `contacts/reveal of ${contacts.length}`;
      const untilMs = now() + ANSWER_LIMIT_MS;
      purse.send(cost);
      let answer = await client.attempt(operation, request);
      const wasAway = answer === undefined;
      while (answer === undefined) {
        if (now() > untilMs) throw new Error(`no answer within ${ANSWER_LIMIT_MS / 1_000} s, however often repeated`);
        await sleep(RETRY_MS);
        answer = await client.attempt(operation, request, { inUse: true });
      }
      if (wasAway) tally.repeated();
      checkRevealed(JSON.parse(answer.body.toString('utf8')), contacts);
      purse.paid(cost);
      keep({ request, body: answer.body });
    },
    async replay(client, random) {
      if (kept.length === 0) return;
      const { request, body } = random.pick(kept);
      const answer = await client.attempt('replay', request);
      if (answer === undefined) return;
      if (!answer.body.equals(body)) throw new Error('a replay differs from the first answer');
      if (answer.headers['idempotent-replayed'] !== 'true') throw new Error('a replay is not marked as one');
    },
  };
}

function revealRequest(path: string, { key }: Customer, body: object): Dispatcher.DispatchOptions {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
