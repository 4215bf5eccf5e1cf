import { serviceUnavailable } from '@prospecting/platform/errors';
import { withTimeout } from '@prospecting/platform/timing';
import type { Middleware } from 'koa';

/** Lets requests in flight end before what they use is closed. */
export interface RequestDrain {
  /** Counts requests. Rejects new ones with `service_unavailable` after `drain` was called. */
  readonly middleware: Middleware;
  /** Resolves when no request is in flight, at the latest after `limitMs`. */
  readonly drain: (limitMs: number) => Promise<void>;
}

export function createRequestDrain(): RequestDrain {
  let inFlight = 0;
  let isDraining = false;
  let onIdle = (): void => {};
  return {
    middleware: (context, next) => {
      if (isDraining) {
        // The client's next request opens a connection to another process.
        context.set('Connection', 'close');
        throw serviceUnavailable('admin-service is stopping');
      }
      inFlight += 1;
      // Emitted once the whole answer is written, or the connection has broken.
      context.res.once('close', () => {
        inFlight -= 1;
        if (inFlight === 0) onIdle();
      });
      return next();
    },
    async drain(limitMs) {
      isDraining = true;
      if (inFlight === 0) return;
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      await withTimeout(idle, limitMs, () => undefined);
    },
  };
}
