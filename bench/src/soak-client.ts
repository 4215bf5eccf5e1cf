import type { Client, Dispatcher } from 'undici';
import { ask, type AnyAnswer } from './exchange.js';
import type { Outages } from './soak-outages.js';
import type { Tally } from './soak-tally.js';

/** What may be answered instead of a 200. */
export interface Tolerance {
  /** Another attempt with the same Idempotency-Key may still run. */
  readonly inUse: boolean;
}

/** Sends the requests of one connection and counts what comes back. */
export interface SoakClient {
  /**
   * Returns a 200. Undefined: a service was away, which is counted. Throws Error on any other
   * answer, and when there is none in time.
   */
  attempt(
    operation: string,
    request: Dispatcher.DispatchOptions,
    tolerance?: Tolerance,
  ): Promise<AnyAnswer | undefined>;
}

const IN_USE = 409;
const AWAY = 503;
/** The most of a problem that a fault quotes. */
const QUOTED = 200;

export function createSoakClient(
  connection: Client,
  { tally, outages, now }: { readonly tally: Tally; readonly outages: Outages; readonly now: () => number },
): SoakClient {
  return {
    async attempt(operation, request, { inUse } = { inUse: false }) {
      const sentMs = now();
      const answer = await ask(connection, request);
      const answeredMs = now();
      if (answer.status === 200) {
        tally.answered(operation, answeredMs - sentMs);
        return answer;
      }
      const isAway = answer.status === AWAY && outages.excuse(sentMs, answeredMs);
      if (!isAway && !(inUse && answer.status === IN_USE)) {
        throw new Error(`status ${answer.status}: ${answer.body.toString('utf8').slice(0, QUOTED)}`);
      }
      tally.excused();
      return undefined;
    },
  };
}
