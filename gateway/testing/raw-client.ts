import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** For tests: a connection that sends exact bytes, which `fetch` cannot. */
export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves with what arrives first. */
  readonly firstBytes: Promise<string>;
  /** Resolves with everything received when the server has closed its side. */
  readonly closed: Promise<string>;
}

export async function openRawClient(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  socket.on('error', () => {});
  const firstBytes = new Promise<string>((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1')));
  });
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(text)).once('close', () => resolve(text));
  });
  await once(socket, 'connect');
  return { socket, received: () => text, firstBytes, closed };
}

/** Returns the status codes of the answers in a stream, in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
