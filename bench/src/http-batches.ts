import type { Client, Dispatcher } from 'undici';
import { connect, exchange, readAnswer, type Answer } from './exchange.js';
import { roundRobin, type OpenTarget, type Target } from './target.js';

/** A free request and the check of its answer. */
export interface Batch {
  readonly body: object;
  /** Compares a parsed answer with the data set. Throws Error naming the first difference. */
  readonly check: (answer: unknown) => void;
}

export interface HttpBatchesOptions {
  readonly variant: string;
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  /** Below the base URL. */
  readonly path: string;
  /** One key per account. Clients use them in turn. */
  readonly keys: readonly string[];
  readonly batches: readonly Batch[];
}

/** Free requests over HTTP. */
export interface HttpBatches extends Target {
  /** Origin of the links in answers. */
  readonly origin: string;
  /** Returns the checked answers, in the order of the batches. */
  answers(): readonly Answer[];
  /** Returns each body with the answer that was checked. */
  exchanges(): { readonly body: string; readonly answer: string }[];
}

interface Request {
  readonly body: Buffer;
  readonly check: Batch['check'];
  /**
   * The answer that `verify` checked. A free request must be answered with the same bytes every
   * time.
   */
  answer: Answer;
}

/** Sends batches over HTTP, one connection per client. */
export function httpBatches({ variant, baseUrl, path, keys, batches }: HttpBatchesOptions): HttpBatches {
  const { origin, pathname } = new URL(baseUrl + path);
  const requests = batches.map(({ body, check }): Request => ({
    body: Buffer.from(JSON.stringify(body)),
    check,
    answer: { headers: {}, body: Buffer.alloc(0) },
  }));
  const heads = keys.map((key): Omit<Dispatcher.DispatchOptions, 'body'> => ({
    method: 'POST',
    path: pathname,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }));
  const dispatchOf = (client: number, { body }: Request): Dispatcher.DispatchOptions => ({
    ...(heads[client % heads.length] as (typeof heads)[number]),
    body,
  });

  return {
    variant,
    origin,
    answers: () => requests.map(({ answer }) => answer),
    exchanges: () => requests.map(({ body, answer }) => ({ body: body.toString(), answer: answer.body.toString() })),
    async verify() {
      const client = connect(origin);
      try {
        for (const [index, request] of requests.entries()) {
          const answer = await readAnswer(client, dispatchOf(index, request));
          request.check(JSON.parse(answer.body.toString('utf8')));
          request.answer = answer;
        }
      } finally {
        await client.close();
      }
    },
    open: (clients) => Promise.resolve(openClients(clients, origin, roundRobin(requests, clients), dispatchOf)),
  };
}

function openClients(
  count: number,
  origin: string,
  nextRequest: (client: number) => Request,
  dispatchOf: (client: number, request: Request) => Dispatcher.DispatchOptions,
): OpenTarget {
  const clients = Array.from({ length: count }, () => connect(origin));
  return {
    async send(client) {
      const request = nextRequest(client);
      await compare(clients[client] as Client, dispatchOf(client, request), request.answer.body);
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
