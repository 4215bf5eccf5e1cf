import { performance } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import { serviceUnavailable } from '../errors/index.js';
import type { Logger, Registry } from '../telemetry/index.js';
import type { Clock, GuardedClock } from './clock.js';

/** While the service's clock differs from the database's by more than this, no money moves. */
export const MAX_CLOCK_SKEW_MS = 2_000;

/**
 * Interval between two questions to the database. Shorter at first, so that its time is soon known
 * to the millisecond.
 */
const EVERY_MS = 5_000;
const EVERY_MS_AT_FIRST = 250;
const ANSWERS_AT_FIRST = 4;
const QUERY_TIMEOUT_MS = 1_500;
/** Two correct clocks may drift apart by this much between two answers. */
const DRIFT_MS = 1;

export interface GuardedClockOptions {
  /** The service's own clock. */
  readonly clock: Clock;
  /** The database that the service writes to. */
  readonly pool: Pick<Pool, 'query'>;
  /** Labels the metric. */
  readonly name: string;
  readonly logger: Logger;
  readonly registry?: Registry | undefined;
}

/** A guarded clock that asks its database repeatedly until it is stopped. */
export interface RunningGuardedClock extends GuardedClock {
  /** Resolves after the first question, answered or not. */
  readonly asked: Promise<void>;
  /** Readiness check: resolves to true while money may move. */
  readonly isInStep: () => Promise<boolean>;
  stop(): void;
}

/** The earliest and the latest time that the database's clock may have shown at one moment. */
interface Sample {
  readonly earliestMs: number;
  readonly latestMs: number;
  /** That moment on the monotonic clock, which changes of the wall clock do not affect. */
  readonly heardAtMs: number;
}

/** Compares a service's clock with its database's, and starts to ask immediately. */
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
      logger.debug({ err: error, database: name }, 'the database did not return its time');
    }
    logChange();
  };

  const databaseMs = (): number => {
    if (sample === undefined) throw serviceUnavailable(`clock: the time of database ${name} is not known yet`);
    return sample.earliestMs + performance.now() - sample.heardAtMs;
  };

  /**
   * The most that the service's clock is ahead of the database's, in milliseconds. It may be less
   * by the uncertainty of the database's time.
   */
  const skewMs = (): number => clock.now().getTime() - databaseMs();

  const isOff = (): boolean => {
    const aheadMs = skewMs();
    const unknownMs = sample === undefined ? 0 : sample.latestMs - sample.earliestMs;
    return aheadMs < -MAX_CLOCK_SKEW_MS || aheadMs - unknownMs > MAX_CLOCK_SKEW_MS;
  };

  const logChange = (): void => {
    if (sample === undefined || isOff() !== wasInStep) return;
    wasInStep = !wasInStep;
    const skewSeconds = Math.round(skewMs()) / 1000;
    if (wasInStep) logger.info({ database: name, skewSeconds }, 'the clock agrees with the database again');
    else logger.error({ database: name, skewSeconds }, 'the clock is off: no money moves until it is corrected');
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
  const databaseMs = rows[0]?.now.getTime();
  if (databaseMs === undefined) throw new Error('the database returned no time');
  // The database read its clock between these two moments, and a Date has no microseconds.
  return { earliestMs: databaseMs, latestMs: databaseMs + 1 + heardAtMs - askedAtMs, heardAtMs };
}

/**
 * Combines two samples of the database's time. When they contradict each other, a clock was set in
 * between, and the newer one counts.
 */
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
