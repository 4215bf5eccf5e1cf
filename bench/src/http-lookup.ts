import type { Client, Dispatcher } from 'undici';
import type { DrawnItem } from './bodies.js';
import { connect, exchange, read } from './exchange.js';
import { checkResponse, expectedResult, type Owners } from './expectation.js';
import { takeTurns, type OpenTarget, type Target } from './target.js';

export interface HttpLookupOptions {
  readonly variant: string;
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  /** One for each account; clients take them in turn. */
  readonly keys: readonly string[];
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
}

interface Question {
  readonly body: Buffer;
  /** What `verify` found right, byte for byte: a lookup that changes nothing is answered the same every time. */
  answer: Buffer;
}

/** Lookups over HTTP, one connection for each client. */
export function httpLookup(options: HttpLookupOptions): Target {
  const { baseUrl, keys, owners } = options;
  const { origin, pathname } = new URL(`${baseUrl}/organizations/match`);
  const questions = options.bodies.map((items): Question & { readonly items: readonly DrawnItem[] } => ({
    items,
    body: Buffer.from(JSON.stringify({ items: items.map(({ query }) => query) })),
    answer: Buffer.alloc(0),
  }));
  const requests = keys.map((key): Omit<Dispatcher.DispatchOptions, 'body'> => ({
    method: 'POST',
    path: pathname,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }));
  const requestOf = (client: number, { body }: Question): Dispatcher.DispatchOptions => ({
    ...(requests[client % requests.length] as (typeof requests)[number]),
    body,
  });

  return {
    variant: options.variant,
    async verify() {
      const client = connect(origin);
      try {
        for (const [index, question] of questions.entries()) {
          const answer = await read(client, requestOf(index, question));
          const expected = question.items.map(({ identifiers }) => expectedResult(identifiers, owners));
          checkResponse(JSON.parse(answer.toString('utf8')), expected);
          question.answer = answer;
        }
      } finally {
        await client.close();
      }
    },
    open: (clients) => Promise.resolve(openClients(clients, origin, takeTurns(questions, clients), requestOf)),
  };
}

function openClients(
  count: number,
  origin: string,
  questionFor: (client: number) => Question,
  requestOf: (client: number, question: Question) => Dispatcher.DispatchOptions,
): OpenTarget {
  const clients = Array.from({ length: count }, () => connect(origin));
  return {
    async send(client) {
      const question = questionFor(client);
      await compare(clients[client] as Client, requestOf(client, question), question.answer);
    },
    async close() {
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}

/** Rejects unless a 200 brings exactly these bytes. Nothing is gathered or parsed: what the client spends, the server lacks. */
async function compare(client: Client, request: Dispatcher.DispatchOptions, answer: Buffer): Promise<void> {
  let length = 0;
  let same = true;
  await exchange(client, request, (chunk) => {
    same &&= chunk.equals(answer.subarray(length, length + chunk.length));
    length += chunk.length;
  });
  if (!same || length !== answer.length) throw new Error('an answer differs from the one that was checked');
}
