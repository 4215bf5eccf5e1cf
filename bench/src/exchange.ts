import { Client, type Dispatcher } from 'undici';

const TIMEOUT_MS = 15_000;

/** A connection of its own, for one virtual client. */
export function connect(origin: string): Client {
  return new Client(origin, { pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
}

/** The body of a 200. Rejects for any other status. */
export function read(client: Client, request: Dispatcher.DispatchOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return exchange(client, request, (chunk) => chunks.push(chunk)).then(() => Buffer.concat(chunks));
}

/** Hands the body of a 200 on, piece by piece. */
export function exchange(
  client: Client,
  request: Dispatcher.DispatchOptions,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (controller, status) => {
        if (status !== 200) controller.abort(new Error(`a request was answered ${status}`));
      },
      onResponseData: (_, chunk) => onChunk(chunk),
      onResponseEnd: () => resolve(),
      onResponseError: (_, error) => reject(error),
    });
  });
}
