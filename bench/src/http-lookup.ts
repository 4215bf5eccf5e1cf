import type { Client, Dispatcher } from 'undici';
import type { DrawnItem } from './bodies.js';
import { connect, exchange, readAnswer, type Answer } from './exchange.js';
import { checkResponse, expectedResult, type Owners } from './expectation.js';
import { roundRobin, type OpenTarget, type Target } from './target.js';

export interface HttpLookupOptions {
  readonly variant: string;
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  /** One key per account. Clients use them in turn. */
  readonly keys: readonly string[];
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
}

interface Lookup {
  readonly body: Buffer;
  /**
   * The answer that `verify` checked. A free lookup must be answered with the same bytes every
   * time.
   */
  answer: Answer;
}

/** Lookups over HTTP. */
export interface HttpLookup extends Target {
  /** Origin of the links in answers. */
  readonly origin: string;
  /** Returns the checked answers, in the order of the bodies. */
  answers(): readonly Answer[];
}

/** Sends lookups over HTTP, one connection per client. */
export function httpLookup(options: HttpLookupOptions): HttpLookup {
  const { baseUrl, keys, owners } = options;
  const { origin, pathname } = new URL(`${baseUrl}/organizations/match`);
  const lookups = options.bodies.map((items): Lookup & { readonly items: readonly DrawnItem[] } => ({
    items,
    body: Buffer.from(JSON.stringify({ items: items.map(({ query }) => query) })),
    answer: { headers: {}, body: Buffer.alloc(0) },
  }));
  const requests = keys.map((key): Omit<Dispatcher.DispatchOptions, 'body'> => ({
    method: 'POST',
    path: pathname,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }));
  const requestOf = (client: number, { body }: Lookup): Dispatcher.DispatchOptions => ({
    ...(requests[client % requests.length] as (typeof requests)[number]),
    body,
  });

  return {
    variant: options.variant,
    origin,
    answers: () => lookups.map(({ answer }) => answer),
    async verify() {
      const client = connect(origin);
      try {
        for (const [index, lookup] of lookups.entries()) {
          const answer = await readAnswer(client, requestOf(index, lookup));
          const expected = lookup.items.map(({ identifiers }) => expectedResult(identifiers, owners));
          checkResponse(JSON.parse(answer.body.toString('utf8')), expected);
          lookup.answer = answer;
        }
      } finally {
        await client.close();
      }
    },
    open: (clients) => Promise.resolve(openClients(clients, origin, roundRobin(lookups, clients), requestOf)),
  };
}

function openClients(
  count: number,
  origin: string,
  nextLookup: (client: number) => Lookup,
  requestOf: (client: number, lookup: Lookup) => Dispatcher.DispatchOptions,
): OpenTarget {
  const clients = Array.from({ length: count }, () => connect(origin));
  return {
    async send(client) {
      const lookup = nextLookup(client);
      await compare(clients[client] as Client, requestOf(client, lookup), lookup.answer.body);
    },
    async close() {
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}

/**
 * Rejects unless the answer is a 200 with exactly these bytes. Collects and parses nothing, since
 * the client's CPU time is taken from the server.
 */
async function compare(client: Client, request: Dispatcher.DispatchOptions, answer: Buffer): Promise<void> {
  let length = 0;
  let same = true;
  await exchange(client, request, (chunk) => {
    same &&= chunk.equals(answer.subarray(length, length + chunk.length));
    length += chunk.length;
  });
  if (!same || length !== answer.length) throw new Error('an answer differs from the one that was checked');
}
