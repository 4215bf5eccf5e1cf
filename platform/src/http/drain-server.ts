import type { Server } from 'node:http';

const IDLE_SWEEP_MS = 50;

/** Stops accepting, waits for requests in flight, and ends what is left after `limitMs`. */
export async function drainServer(server: Server, limitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its request ends, and Node emits no event for that.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
