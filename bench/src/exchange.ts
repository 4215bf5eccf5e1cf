import { Client, type Dispatcher } from 'undici';

const TIMEOUT_MS = 15_000;

/** Opens a separate connection for one virtual client. */
export function connect(origin: string): Client {
  return new Client(origin, { pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
}

/** Returns the body of a 200. Rejects on any other status. */
export function read(client: Client, request: Dispatcher.DispatchOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return exchange(client, request, (chunk) => chunks.push(chunk)).then(() => Buffer.concat(chunks));
}

/** Passes the body of a 200 to `onChunk` piece by piece. Rejects on any other status. */
export function exchange(
  client: Client,
  request: Dispatcher.DispatchOptions,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (controller, status) => {
        if (status !== 200) controller.abort(new Error(`unexpected status ${status}`));
      },
      onResponseData: (_, chunk) => onChunk(chunk),
      onResponseEnd: () => resolve(),
      onResponseError: (_, error) => reject(error),
    });
  });
}
