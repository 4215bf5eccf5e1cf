import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on this machine that loses replies: requests arrive, and the connection breaks before the answer is through. */
export interface LossyLine {
  readonly url: string;
  /** Loses the next replies. */
  lose(replies: number): void;
  /** How many it still has to lose. */
  left(): number;
  close(): Promise<void>;
}

export async function openLossyLine(server: string): Promise<LossyLine> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let toLose = 0;
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname);
    const both = [near, far];
    const end = (): void => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (toLose === 0) return void near.write(chunk);
      toLose -= 1;
      end();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    lose(replies) {
      toLose = replies;
    },
    left: () => toLose,
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
