import { measure, type Measurement, type Period, type SendRequest } from './measure.js';

/** Something to measure. */
export interface Target {
  readonly variant: string;
  /**
   * Sends every request once and checks every answer completely. Throws Error on the first wrong
   * one. Also warms up the target.
   */
  verify(): Promise<void>;
  /**
   * Opens connections for `clients` virtual clients. A request rejects when its answer is wrong or
   * late.
   */
  open(clients: number): Promise<OpenTarget>;
}

export interface OpenTarget {
  readonly send: SendRequest;
  close(): Promise<void>;
}

/** Measures a target over `connections` connections, opened before and closed after. */
export async function measureTarget(
  target: Target,
  connections: number,
  period: Period,
  signal: AbortSignal,
): Promise<Measurement> {
  const opened = await target.open(connections);
  try {
    return await measure(connections, period, opened.send, signal);
  } finally {
    await opened.close();
  }
}

/** Gives each client all items in turn, each client starting at another index. */
export function roundRobin<Item>(items: readonly Item[], clients: number): (client: number) => Item {
  const next = Array.from({ length: clients }, (_, client) => Math.floor((client * items.length) / clients));
  return (client) => {
    const at = next[client] ?? 0;
    next[client] = (at + 1) % items.length;
    return items[at] as Item;
  };
}
