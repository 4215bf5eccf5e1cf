import type { RequestListener } from 'node:http';
import { withTimeout } from '../timing/index.js';

/** Lets requests end on a server that goes on answering others, such as probes. */
export interface RequestDrain {
  /** Passes requests on. After `drain` was called it answers 503 instead. */
  readonly handle: RequestListener;
  /** Resolves when no request is in flight, at the latest after `limitMs`. */
  drain(limitMs: number): Promise<void>;
}

const STOPPING = JSON.stringify({
  status: 503,
  code: 'service_unavailable',
  detail: 'This process is stopping. Send the request again.',
});

export function createRequestDrain(handle: RequestListener): RequestDrain {
  let inFlight = 0;
  let isDraining = false;
  let onIdle = (): void => {};
  return {
    handle(request, response) {
      if (isDraining) {
        // The client's next request opens a connection to another process.
        response.writeHead(503, { 'content-type': 'application/problem+json', connection: 'close' }).end(STOPPING);
        return;
      }
      inFlight += 1;
      // Emitted once the whole answer is written, or the connection has broken.
      response.once('close', () => {
        inFlight -= 1;
        if (inFlight === 0) onIdle();
      });
      handle(request, response);
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
