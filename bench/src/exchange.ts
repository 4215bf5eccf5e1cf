import type { IncomingHttpHeaders } from 'node:http';
import { Client, type Dispatcher } from 'undici';

const TIMEOUT_MS = 15_000;

/** Opens a separate connection for one virtual client. */
export function connect(origin: string): Client {
  return new Client(origin, { pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
}

/** A 200. */
export interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Returns the body of a 200. Rejects on any other status. */
export function read(client: Client, request: Dispatcher.DispatchOptions): Promise<Buffer> {
  return readAnswer(client, request).then(({ body }) => body);
}

/** Returns a 200. Rejects on any other status. */
export async function readAnswer(client: Client, request: Dispatcher.DispatchOptions): Promise<Answer> {
  const chunks: Buffer[] = [];
  const headers = await exchange(client, request, (chunk) => chunks.push(chunk));
  return { headers, body: Buffer.concat(chunks) };
}

/** Passes the body of a 200 to `onChunk` piece by piece. Rejects on any other status. */
export function exchange(
  client: Client,
  request: Dispatcher.DispatchOptions,
  onChunk: (chunk: Buffer) => void,
): Promise<IncomingHttpHeaders> {
  let received: IncomingHttpHeaders = {};
  return new Promise((resolve, reject) => {
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (controller, status, headers) => {
        received = headers;
        if (status !== 200) controller.abort(new Error(`unexpected status ${status}`));
      },
      onResponseData: (_, chunk) => onChunk(chunk),
      onResponseEnd: () => resolve(received),
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** An answer of any status. */
export interface AnyAnswer extends Answer {
  readonly status: number;
}

/** Returns the answer, whatever its status. Rejects when there is none in time. */
export async function ask(client: Client, request: Dispatcher.DispatchOptions): Promise<AnyAnswer> {
  const { statusCode, headers, body } = await client.request(request);
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}
