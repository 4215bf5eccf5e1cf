import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** For tests: a way to a database server that can be cut, or kept from answering. */
export interface TestProxy {
  /** The given connection string, by this way. */
  through(url: string): string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Holds back what the server says; nobody is told that it does. */
  hold(): void;
  release(): void;
  /** Bytes that the server said since it was held back. */
  heldBytes(): number;
}

export async function openTestProxy(server: string): Promise<TestProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let heldBytes = 0;

  const listener = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const both = [client, upstream];
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (held === undefined) return void client.write(chunk);
      held.push(() => client.write(chunk));
      heldBytes += chunk.length;
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const ownPort = (listener.address() as AddressInfo).port;

  return {
    through(url) {
      const rerouted = new URL(url);
      rerouted.hostname = '127.0.0.1';
      rerouted.port = String(ownPort);
      return rerouted.toString();
    },
    async cut() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      listener.listen(ownPort, '127.0.0.1');
      await once(listener, 'listening');
    },
    hold() {
      held = [];
      heldBytes = 0;
    },
    release() {
      for (const write of held ?? []) write();
      held = undefined;
    },
    heldBytes: () => heldBytes,
  };
}
