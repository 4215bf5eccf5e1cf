/**
 * Loaded into the product's processes before their own code (`node --import`): counts the bytes of
 * their connections and the memory that they allocate, and tells the parent at each SIGUSR2. Not at
 * a message: the first one is for the process's own code, which may not listen yet.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { allocatedBytes, type Traffic } from './cost-model.js';

/** The answer to the parent. */
export interface ProbeAnswer {
  readonly probed: ProbeReading;
}

export interface ProbeReading {
  /** Bytes since the start, by the port of the server that this process connected to. */
  readonly called: readonly Traffic[];
  /** Bytes since the start, by the port that this process listens on. */
  readonly served: readonly Traffic[];
  /** Since the last signal. 0 at the first. */
  readonly allocatedBytes: number;
  /** Time of garbage collection since the last signal. */
  readonly gcMs: number;
}

class Connections {
  readonly #open = new Map<Socket, number>();
  readonly #closed = new Map<number, Traffic>();

  add(socket: Socket, port: number): void {
    this.#open.set(socket, port);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#closed.set(port, sum(this.#closed.get(port), trafficOf(socket, port)));
    });
  }

  traffic(): Traffic[] {
    const byPort = new Map(this.#closed);
    for (const [socket, port] of this.#open) byPort.set(port, sum(byPort.get(port), trafficOf(socket, port)));
    return [...byPort.values()];
  }
}

function trafficOf({ bytesRead, bytesWritten }: Socket, port: number): Traffic {
  return { port, received: bytesRead, sent: bytesWritten };
}

function sum(one: Traffic | undefined, { port, received, sent }: Traffic): Traffic {
  return { port, received: (one?.received ?? 0) + received, sent: (one?.sent ?? 0) + sent };
}

const called = new Connections();
const served = new Connections();

// Every client connection of Node.js begins with this method, those of `pg` and of gRPC too.
// oxlint-disable-next-line typescript/unbound-method -- called with its socket below
const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  this.once('connect', () => called.add(this, this.remotePort ?? 0));
  return connect.apply(this, args);
};
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  served.add(socket, socket.localPort ?? 0);
});

let profiler: GCProfiler | undefined;
let usedBefore = 0;

process.on('SIGUSR2', () => {
  const used = getHeapStatistics().used_heap_size;
  const collections = (profiler?.stop()?.statistics ?? []).map(({ beforeGC, afterGC, cost }) => ({
    usedBefore: beforeGC.heapStatistics.usedHeapSize,
    usedAfter: afterGC.heapStatistics.usedHeapSize,
    microseconds: cost,
  }));
  const probed: ProbeReading = {
    called: called.traffic(),
    served: served.traffic(),
    allocatedBytes: profiler === undefined ? 0 : allocatedBytes(usedBefore, collections, used),
    gcMs: collections.reduce((total, { microseconds }) => total + microseconds, 0) / 1_000,
  };
  profiler = new GCProfiler();
  profiler.start();
  usedBefore = used;
  process.send?.({ probed } satisfies ProbeAnswer);
});
