import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the peer received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** By the clock of this process. */
  readonly atMs: number;
}

/** What the peer does with one request. */
export type Reaction = (response: ServerResponse, request: Received) => void | Promise<void>;

/** A server that reacts to each request as told, and can break the connection at any point. */
export interface BrokenPeer {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Sets the reactions to the next requests; the last one repeats. */
  react(...reactions: readonly Reaction[]): void;
  close(): Promise<void>;
}

export async function openBrokenPeer(): Promise<BrokenPeer> {
  const received: Received[] = [];
  let reactions: readonly Reaction[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += String(part);
      const { method = '', url = '', headers } = request;
      const seen: Received = { method, path: url, headers, body, atMs: performance.now() };
      received.push(seen);
      const reaction = reactions[Math.min(turn, reactions.length - 1)];
      turn += 1;
      await reaction?.(response, seen);
    })().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/external/v1`,
    received,
    react(...next) {
      reactions = next;
      turn = 0;
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with a status, a body and headers. */
export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reaction {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return (response) => void response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}

/** Answers with a problem of the API. */
export function problem(
  status: number,
  code: string,
  retryable: boolean,
  headers: Readonly<Record<string, string>> = {},
): Reaction {
  const type = `https://docs.example.com/errors/${code}`;
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  return answer(status, { type, title: code, status, detail: `It is ${code}.`, code, retryable, traceId }, headers);
}

/** Breaks the connection before anything is answered. */
export const reset: Reaction = (response) => void response.socket?.resetAndDestroy();

/** Breaks the connection in the middle of the headers. */
export const resetInHeaders: Reaction = (response) => {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\ncontent-type: applica', () => socket.resetAndDestroy());
};

/** Breaks the connection in the middle of the body. */
export const resetInBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"results": [', () => response.socket?.resetAndDestroy());
};

/** Ends the body early, as a server without a length does when it dies. */
export const cutOff: Reaction = answer(200, '{"results": [{"status": "rev');

/** Never answers. */
export const hang: Reaction = () => {};

/** Sends the headers and never the body. */
export const hangInBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"results": [');
};
