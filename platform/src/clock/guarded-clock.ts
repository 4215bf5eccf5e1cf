import { performance } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import { serviceUnavailable } from '../errors/index.js';
import type { Logger, Registry } from '../telemetry/index.js';
import type { Clock, GuardedClock } from './clock.js';

/** A clock that differs from the database's by more than this moves no money. */
export const MAX_CLOCK_SKEW_MS = 2_000;

/** How often the database is asked for its time; more often at first, so that its time is soon known to the millisecond. */
const EVERY_MS = 5_000;
const EVERY_MS_AT_FIRST = 250;
const ANSWERS_AT_FIRST = 4;
const QUERY_TIMEOUT_MS = 1_500;
/** Between two answers two clocks that are right may drift apart by this much. */
const DRIFT_MS = 1;

export interface GuardedClockOptions {
  /** The service's own clock. */
  readonly clock: Clock;
  /** The database that the service writes to. */
  readonly pool: Pick<Pool, 'query'>;
  /** Names the database on the metric. */
  readonly name: string;
  readonly logger: Logger;
  readonly registry?: Registry | undefined;
}

/** A guarded clock that asks its database again and again until it is stopped. */
export interface RunningGuardedClock extends GuardedClock {
  /** Resolves after the first question, whether or not it was answered. */
  readonly asked: Promise<void>;
  /** Whether money may move: a readiness check. */
  readonly isInStep: () => Promise<boolean>;
  stop(): void;
}

/** Between which two times the database's clock was at an instant. */
interface Sample {
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Of the monotonic clock, which no change of the wall clock moves. */
  readonly heardAtMs: number;
}

/** Holds a service's clock against its database's, and begins to ask at once. */
export function startGuardedClock(options: GuardedClockOptions): RunningGuardedClock {
  const { clock, pool, name, logger } = options;
  let sample: Sample | undefined;
  let answers = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wasInStep = true;

  const ask = async (): Promise<void> => {
    try {
      sample = narrowed(sample, await askOnce(pool));
      answers += 1;
    } catch (error) {
      logger.debug({ err: error, database: name }, 'the database did not tell its time');
    }
    tellOfChange();
  };

  const databaseMs = (): number => {
    if (sample === undefined) throw serviceUnavailable(`clock: the time of database ${name} is not known yet`);
    return sample.earliestMs + performance.now() - sample.heardAtMs;
  };

  /** How far the service's clock is ahead, at most; by what is not known of the database's time it may be less. */
  const skewMs = (): number => clock.now().getTime() - databaseMs();

  const isOff = (): boolean => {
    const aheadMs = skewMs();
    const unknownMs = sample === undefined ? 0 : sample.latestMs - sample.earliestMs;
    return aheadMs < -MAX_CLOCK_SKEW_MS || aheadMs - unknownMs > MAX_CLOCK_SKEW_MS;
  };

  const tellOfChange = (): void => {
    if (sample === undefined || isOff() !== wasInStep) return;
    wasInStep = !wasInStep;
    const skewSeconds = Math.round(skewMs()) / 1000;
    if (wasInStep) logger.info({ database: name, skewSeconds }, 'the clock is in step with the database again');
    else logger.error({ database: name, skewSeconds }, 'the clock is off: no money moves until it is set right');
  };

  const askAgain = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void ask().finally(askAgain), answers < ANSWERS_AT_FIRST ? EVERY_MS_AT_FIRST : EVERY_MS);
    timer.unref();
  };

  registerSkew(options, () => (sample === undefined ? Number.NaN : skewMs() / 1000));
  const asked = ask();
  void asked.finally(askAgain);
  return {
    asked,
    now() {
      if (isOff()) {
        throw serviceUnavailable(`clock: ${Math.round(skewMs())} ms ahead of database ${name}; money does not move`);
      }
      return new Date(Math.min(clock.now().getTime(), databaseMs()));
    },
    databaseNow: () => new Date(databaseMs()),
    isInStep: () => Promise.resolve(sample !== undefined && !isOff()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function askOnce(pool: GuardedClockOptions['pool']): Promise<Sample> {
  const askedAtMs = performance.now();
  const query = { text: 'select clock_timestamp() as now', query_timeout: QUERY_TIMEOUT_MS };
  const { rows } = await pool.query<{ now: Date }>(query);
  const heardAtMs = performance.now();
  const toldMs = rows[0]?.now.getTime();
  if (toldMs === undefined) throw new Error('the database told no time');
  // It was told after the question had left and before the answer was heard, and a Date has no microseconds.
  return { earliestMs: toldMs, latestMs: toldMs + 1 + heardAtMs - askedAtMs, heardAtMs };
}

/** What both say of the database's time; where they contradict each other, one of the clocks was moved, and the newer counts. */
function narrowed(known: Sample | undefined, heard: Sample): Sample {
  if (known === undefined) return heard;
  const sinceMs = heard.heardAtMs - known.heardAtMs;
  const earliestMs = Math.max(known.earliestMs + sinceMs - DRIFT_MS, heard.earliestMs);
  const latestMs = Math.min(known.latestMs + sinceMs + DRIFT_MS, heard.latestMs);
  return earliestMs <= latestMs ? { earliestMs, latestMs, heardAtMs: heard.heardAtMs } : heard;
}

const skews = new WeakMap<Registry, Map<string, () => number>>();

function registerSkew({ registry, name }: GuardedClockOptions, skewSeconds: () => number): void {
  if (registry === undefined) return;
  let named = skews.get(registry);
  if (named === undefined) {
    const all = new Map<string, () => number>();
    named = all;
    skews.set(registry, all);
    new Gauge({
      name: 'prospect_clock_skew_seconds',
      help: 'How far the clock of this process is ahead of its database; beyond 2 s either way it moves no money.',
      labelNames: ['database'],
      registers: [registry],
      collect() {
        for (const [database, read] of all) this.set({ database }, read());
      },
    });
  }
  named.set(name, skewSeconds);
}
