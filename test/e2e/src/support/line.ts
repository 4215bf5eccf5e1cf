import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server, over TCP, that can be cut like one between two machines. */
export interface Line {
  readonly port: number;
  /** The given URL, by this way. */
  through(url: string): string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Opens a line to the server of a URL. It ends when it is cut. */
export async function openLine(server: string): Promise<Line> {
  const { hostname, port: serverPort } = new URL(server);
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const far = connect(Number(serverPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (port: number): Promise<number> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    through(url) {
      const rerouted = new URL(url);
      rerouted.hostname = '127.0.0.1';
      rerouted.port = String(port);
      return rerouted.toString();
    },
    async cut() {
      if (!listener.listening) return;
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      await listen(port);
    },
  };
}
