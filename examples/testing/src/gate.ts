import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One exchange on its way through the gate. */
export interface Exchange {
  /** Counted from 1 since the gate was opened. */
  readonly number: number;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
  /**
   * `sent`: the API has not seen the request. `answered`: it has, and the caller does not know it
   * yet. `delivered`: the caller has the answer.
   */
  readonly stage: 'sent' | 'answered' | 'delivered';
}

/** Stands between a program and the API, and lets a test act at each stage of each exchange. */
export interface Gate {
  /** The base address to give to the program. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Opens a gate in front of the API. `watch` is called, and awaited, at every stage of every exchange. */
export async function openGate(baseUrl: string, watch: (exchange: Exchange) => unknown): Promise<Gate> {
  const target = new URL(baseUrl);
  let count = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    count += 1;
    const key = incoming.headers['idempotency-key'];
    const number = count;
    const body = await buffer(incoming);
    const exchange = { number, path: incoming.url ?? '', idempotencyKey: key?.toString(), body: body.toString() };
    await watch({ ...exchange, stage: 'sent' });
    const { response, answer } = await forward(incoming, body);
    await watch({ ...exchange, stage: 'answered' });
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    outgoing.end(answer, () => void watch({ ...exchange, stage: 'delivered' }));
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<{ response: IncomingMessage; answer: Buffer }> {
    const { method, url: path, headers } = incoming;
    return new Promise((resolve, reject) => {
      const options = { host: target.hostname, port: target.port, method, path, headers };
      const onward = request(options, (response) => {
        buffer(response).then((answer) => resolve({ response, answer }), reject);
      });
      onward.on('error', reject);
      onward.end(body);
    });
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
