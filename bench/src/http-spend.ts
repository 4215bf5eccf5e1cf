import { randomUUID } from 'node:crypto';
import type { Client } from 'undici';
import { connect, read } from './exchange.js';
import { creditsOf, type KnownContact, type Orders, type SpendOrder } from './spend-orders.js';
import type { Target } from './target.js';

export interface HttpSpendOptions {
  readonly variant: string;
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  readonly orders: Orders;
}

/** Sends contacts/reveal over HTTP, one connection per client, and checks every answer. */
export function httpSpend({ variant, baseUrl, orders }: HttpSpendOptions): Target {
  const { origin, pathname } = new URL(`${baseUrl}/contacts/reveal`);
  return {
    variant,
    async verify() {
      const client = connect(origin);
      try {
        await reveal(client, pathname, orders.begin()());
      } finally {
        await client.close();
      }
    },
    open(count) {
      const clients = Array.from({ length: count }, () => connect(origin));
      const draw = orders.begin();
      return Promise.resolve({
        send: (client) => reveal(clients[client] as Client, pathname, draw()),
        async close() {
          await Promise.all(clients.map((client) => client.destroy()));
        },
      });
    },
  };
}

async function reveal(client: Client, path: string, { customer, contacts }: SpendOrder): Promise<void> {
  const body = JSON.stringify(revealBody(contacts));
  const headers = {
    authorization: `Bearer ${customer.key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const answer = await read(client, { method: 'POST', path, headers, body });
  checkRevealed(JSON.parse(answer.toString('utf8')), contacts);
}

/** Returns the body that reveals the addresses of contacts which are new to the account. */
export function revealBody(contacts: readonly KnownContact[]): object {
  return {
    items: contacts.map(({ id }, index) => ({ ref: String(index), contactId: id })),
    infoTypes: ['email'],
    maxCredits: creditsOf(contacts.length),
  };
}

/**
 * Compares a parsed answer with what an order of new contacts must get. Throws Error naming the
 * first difference.
 */
export function checkRevealed(answer: unknown, contacts: readonly KnownContact[]): void {
  const { creditsCharged, results } = answer as Answer;
  if (creditsCharged !== creditsOf(contacts.length))
    throw new Error(`${contacts.length} new contacts were charged ${creditsCharged} credits`);
  if (results?.length !== contacts.length) throw new Error(`${contacts.length} items got ${results?.length} results`);
  for (const [index, wanted] of contacts.entries()) {
    const result = results[index];
    if (result?.ref !== String(index) || result.status !== 'revealed' || !isInClear(result.contact, wanted))
      throw new Error(`item ${index} does not reveal the requested contact`);
  }
}

function isInClear(shown: ShownContact | undefined, { id, email }: KnownContact): boolean {
  return shown?.id === id && shown.email === email && shown.emailIsMasked === false;
}

interface ShownContact {
  readonly id?: string;
  readonly email?: string;
  readonly emailIsMasked?: boolean;
}

interface Answer {
  readonly creditsCharged?: number;
  readonly results?: readonly {
    readonly ref?: string;
    readonly status?: string;
    readonly contact?: ShownContact;
  }[];
}
