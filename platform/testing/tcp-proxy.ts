import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a server that can break connections, lose replies and hang. */
export interface TcpProxy {
  /** On loopback. */
  readonly port: number;
  /** Returns the URL, rerouted through this proxy. */
  through(url: string): string;
  /** Returns the number of open connections. */
  connections(): number;
  /** Breaks every connection. New ones are accepted. */
  breakConnections(): void;
  /** Breaks every connection, and refuses new ones until `restore`. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
  /** Holds back what the server sends until `release`. Requests still arrive. */
  hold(): void;
  /** Forwards what was held back. */
  release(): void;
  /** Returns the number of bytes that the server has sent since `hold`. */
  heldBytes(): number;
  /**
   * Loses the next replies: the request arrives, and the connection breaks instead of the reply.
   */
  loseReplies(count: number): void;
  /** Returns the number of replies that are still to be lost. */
  repliesToLose(): number;
  /** Forwards requests but no replies for this time, then breaks every connection. */
  loseRepliesFor(durationMs: number): void;
  /** Forwards nothing in either direction for this time, then everything that was buffered. */
  hangFor(durationMs: number): void;
  /** Breaks every connection and ends. */
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * Opens a proxy on a free loopback port.
 * @param server the server's URL, or a function that returns its loopback port. It is called for
 *   each connection, as a restarted server may use another port
 */
export async function openTcpProxy(server: string | (() => number)): Promise<TcpProxy> {
  const state = new ProxyState();
  const listener = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...addressOf(server), noDelay: true });
    state.join({ near, far });
  });
  const listen = async (port: number): Promise<void> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  const cut = async (): Promise<void> => {
    const closed = listener.listening ? once(listener, 'close') : undefined;
    listener.close();
    state.breakConnections();
    await closed;
  };
  await listen(0);
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    through(url) {
      const rerouted = new URL(url);
      rerouted.hostname = '127.0.0.1';
      rerouted.port = String(port);
      return rerouted.toString();
    },
    connections: () => state.pairs.size,
    breakConnections: () => state.breakConnections(),
    cut,
    restore: () => listen(port),
    hold: () => state.hold(),
    release: () => state.release(),
    heldBytes: () => state.heldBytes,
    loseReplies(count) {
      state.repliesToLose = count;
    },
    repliesToLose: () => state.repliesToLose,
    loseRepliesFor: (durationMs) => state.loseRepliesFor(durationMs),
    hangFor: (durationMs) => state.hangFor(durationMs),
    async close() {
      state.end();
      await cut();
    },
  };
}

function addressOf(server: string | (() => number)): { host: string; port: number } {
  if (typeof server === 'function') return { host: '127.0.0.1', port: server() };
  const { hostname, port } = new URL(server);
  return { host: hostname, port: Number(port) };
}

/** The open connections of a proxy and the faults that apply to them now. */
class ProxyState {
  readonly pairs = new Set<Pair>();
  repliesToLose = 0;
  heldBytes = 0;
  /** What the server has sent since `hold`, in order. */
  private held: (() => void)[] | undefined;
  private dropsReplies = false;
  private hangs = 0;
  private readonly timers = new Set<NodeJS.Timeout>();

  join(pair: Pair): void {
    const { near, far } = pair;
    this.pairs.add(pair);
    if (this.hangs > 0) pause(pair);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => this.passReply(pair, bytes));
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      // Closing both sides informs them. A proxy does not report why a connection broke.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.pairs.delete(pair);
        // Ends after pending writes.
        other.destroySoon();
      });
    }
  }

  breakConnections(): void {
    for (const pair of this.pairs) breakPair(pair);
  }

  hold(): void {
    this.held = [];
    this.heldBytes = 0;
  }

  release(): void {
    for (const write of this.held ?? []) write();
    this.held = undefined;
  }

  loseRepliesFor(durationMs: number): void {
    this.dropsReplies = true;
    this.later(durationMs, () => {
      this.dropsReplies = false;
      this.breakConnections();
    });
  }

  hangFor(durationMs: number): void {
    this.hangs += 1;
    for (const pair of this.pairs) pause(pair);
    this.later(durationMs, () => {
      this.hangs -= 1;
      if (this.hangs > 0) return;
      for (const { near, far } of this.pairs) {
        near.resume();
        far.resume();
      }
    });
  }

  /** Cancels what was scheduled. */
  end(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private passReply(pair: Pair, bytes: Buffer): void {
    if (this.dropsReplies) return;
    if (this.repliesToLose > 0) {
      this.repliesToLose -= 1;
      breakPair(pair);
    } else if (this.held === undefined) {
      pair.near.write(bytes);
    } else {
      this.held.push(() => pair.near.write(bytes));
      this.heldBytes += bytes.length;
    }
  }

  private later(delayMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, delayMs);
    this.timers.add(timer);
  }
}

function pause({ near, far }: Pair): void {
  near.pause();
  far.pause();
}

function breakPair({ near, far }: Pair): void {
  near.resetAndDestroy();
  far.resetAndDestroy();
}
