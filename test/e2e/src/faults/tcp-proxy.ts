import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A hop on the way to a server, at which connections are cut, replies are lost and everything hangs. */
export interface TcpProxy {
  readonly port: number;
  connections(): number;
  /** Cuts every connection. */
  cut(): void;
  /** Passes requests on but no reply, and cuts every connection after the given time. */
  loseReplies(durationMs: number): void;
  /** Passes nothing on, in either direction, for the given time; then all that gathered. */
  hang(durationMs: number): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** @param port asked at every connection, as a server that restarts may come back on another one */
export async function startTcpProxy(port: () => number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const timers = new Set<NodeJS.Timeout>();
  let losesReplies = false;
  let hangs = 0;

  const later = (work: () => void, durationMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, durationMs);
    timers.add(timer);
  };
  const cut = (): void => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  };
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: port(), host: '127.0.0.1', noDelay: true });
    const pair: Pair = { client, server };
    pairs.add(pair);
    if (hangs > 0) pause(pair);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      if (!losesReplies) client.write(bytes);
    });
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      // Why a connection breaks is no concern of a hop: both sides are told by its end.
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  return {
    port: (listener.address() as AddressInfo).port,
    connections: () => pairs.size,
    cut,
    loseReplies(durationMs) {
      losesReplies = true;
      later(() => {
        losesReplies = false;
        cut();
      }, durationMs);
    },
    hang(durationMs) {
      hangs += 1;
      for (const pair of pairs) pause(pair);
      later(() => {
        hangs -= 1;
        if (hangs > 0) return;
        for (const { client, server } of pairs) {
          client.resume();
          server.resume();
        }
      }, durationMs);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise<void>((resolve) => void listener.close(() => resolve()));
      cut();
      await closed;
    },
  };
}

function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}
