import { DomainError } from '@prospecting/platform/errors';
import { Counter, Gauge, type Registry } from '@prospecting/platform/telemetry';
import { Places, type Place } from './places.js';

export interface AdmissionOptions {
  readonly registry: Registry;
  /** Most batches at work. Default: 160. */
  readonly maxAtWork?: number | undefined;
}

/** Decides whether a request is worked on. */
export interface Admission {
  /** Returns a place, which its owner must release, or `undefined` when there is none. */
  admit(operation: AdmittedOperation, accountId: string): Place | undefined;
  /** False while every account would get a place: the usual case, and a cheap question. */
  isCrowded(operation: AdmittedOperation): boolean;
  /** Returns true, and counts the refusal, when a request of the account would get no place now. */
  refuses(operation: AdmittedOperation, accountId: string): boolean;
}

export interface AdmittedOperation {
  readonly takesBody: boolean;
}

/**
 * A gateway is one process that finishes some hundred batches of 25 per second. More at work would
 * not be finished sooner, only later than the objective of 250 ms. One account gets 80.
 */
const MAX_AT_WORK = 160;
/** GET /credits has places of its own, so that it is answered however many batches there are. */
const MAX_BALANCES = 64;

/**
 * The answer to a request without a place. It is one object, so that no stack trace is taken for
 * what did not fail.
 */
export const OVERLOADED = new DomainError('service_unavailable', {
  detail: 'More requests are at work than can be answered in time; retry as Retry-After says.',
  members: { retryAfterSeconds: 1 },
  internal: 'no place for another request',
});

type Kind = 'batch' | 'balance';

/** Creates what admits requests to work, with its metrics. */
export function createAdmission({ registry, maxAtWork = MAX_AT_WORK }: AdmissionOptions): Admission {
  const places: Readonly<Record<Kind, Places>> = {
    batch: new Places({ most: maxAtWork }),
    balance: new Places({ most: MAX_BALANCES }),
  };
  const refused = registerMetrics(registry, places);
  return {
    admit(operation, accountId) {
      const kind = kindOf(operation);
      const place = places[kind].take(accountId);
      if (typeof place === 'object') return place;
      refused.inc({ kind, reason: place });
      return undefined;
    },
    isCrowded: (operation) => places[kindOf(operation)].isCrowded,
    refuses(operation, accountId) {
      const kind = kindOf(operation);
      const reason = places[kind].refusalOf(accountId);
      if (reason === undefined) return false;
      refused.inc({ kind, reason });
      return true;
    },
  };
}

function kindOf({ takesBody }: AdmittedOperation): Kind {
  return takesBody ? 'batch' : 'balance';
}

function registerMetrics(registry: Registry, places: Readonly<Record<Kind, Places>>): Counter<'kind' | 'reason'> {
  const gauge = (name: string, help: string, valueOf: (of: Places) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        for (const [kind, of] of Object.entries(places)) this.set({ kind }, valueOf(of));
      },
    });
  };
  gauge('prospect_requests_at_work', 'Requests at work: batches, and reads of the balance.', ({ taken }) => taken);
  gauge(
    'prospect_requests_at_work_limit',
    'Requests that may be at work. It falls while the mean request takes more than 1 s.',
    ({ limit }) => limit,
  );
  const refused = new Counter({
    name: 'prospect_requests_refused_total',
    help: 'Requests that were refused before any work: all places were taken (full), or the account had its share.',
    labelNames: ['kind', 'reason'],
    registers: [registry],
  });
  for (const kind of Object.keys(places)) {
    for (const reason of ['full', 'share']) refused.inc({ kind, reason }, 0);
  }
  return refused;
}
