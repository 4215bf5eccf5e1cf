import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../timing/index.js';
import type { Logger } from './logger.js';

/** What is wrong, as a check found it. */
export interface Trouble {
  /** One sentence for operators, without a full stop. It names no secret and no person. */
  readonly reason: string;
  /** True: the process serves on without it, so it stays ready. */
  readonly isTolerated?: boolean;
}

/**
 * Checks one thing that a service needs. Resolves to undefined when all is well. A rejection is
 * trouble too.
 */
export type ReadinessCheck = () => Promise<Trouble | undefined>;

export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

/** The answer of /readyz. */
export interface ReadinessReport {
  readonly status: 'ready' | 'not_ready';
  /** Names of the checks that keep the process from being ready. */
  readonly failing: readonly string[];
  /** Names of the checks that fail while the process serves on. Absent when there is none. */
  readonly degraded?: readonly string[];
  /** By the name of each failing or degraded check. Absent when there is none. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Runs checks, logs each change of one, and shows them as metrics. */
export interface Readiness {
  report(): Promise<ReadinessReport>;
  /** Runs the checks now and at intervals, so that changes are logged where nobody probes. */
  start(): void;
  /** Ends the interval and the log lines. */
  stop(): void;
}

export interface ReadinessOptions {
  readonly checks: ReadinessChecks;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Milliseconds between two runs of the checks in the background. Default: 5,000. */
  readonly intervalMs?: number;
  /** Returns milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

type Findings = readonly (readonly [name: string, trouble: Trouble | undefined])[];

/** The wait for a connection of a pool ends earlier, and then gives a better reason. */
const CHECK_TIMEOUT_MS = 2_500;

export function createReadiness(options: ReadinessOptions): Readiness {
  const { checks, logger, intervalMs = 5_000, monotonicMs = () => performance.now() } = options;
  const changes = Object.fromEntries(
    Object.keys(checks).map((name) => [name, new ChangeLog(name, logger, monotonicMs)]),
  );
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const run = async (): Promise<Findings> => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    if (!isStopped) for (const [name, trouble] of found) changes[name]?.note(trouble);
    return found;
  };

  registerMetrics(options.registry, run);
  return {
    report: async () => toReport(await run()),
    start() {
      const again = (): void => {
        if (!isStopped) timer = setTimeout(() => void run().finally(again), intervalMs).unref();
      };
      void run().finally(again);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function outcomeOf(check: ReadinessCheck): Promise<Trouble | undefined> {
  const late = (): Trouble => ({ reason: `no result within ${CHECK_TIMEOUT_MS / 1000} s` });
  try {
    const trouble = await withTimeout(check(), CHECK_TIMEOUT_MS, late);
    return trouble === undefined ? undefined : { ...trouble, reason: withoutSecrets(trouble.reason) };
  } catch (error) {
    return { reason: withoutSecrets(error instanceof Error ? error.message : 'unknown error') };
  }
}

const MAX_REASON_LENGTH = 400;

/** Keeps of each URL what names the server, and of all a single line. */
function withoutSecrets(reason: string): string {
  return reason
    .replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)(?:\S*@)?([^\s/?#"']*)\S*/gi, '$1$2')
    .replaceAll(/\b(pass(?:word|wd)?|secret|token)\s*=\s*\S+/gi, '$1=[redacted]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH);
}

function toReport(found: Findings): ReadinessReport {
  const troubles = found.flatMap(([name, trouble]) => (trouble === undefined ? [] : [{ name, ...trouble }]));
  const namesOf = (isTolerated: boolean): string[] =>
    troubles.filter((trouble) => (trouble.isTolerated === true) === isTolerated).map(({ name }) => name);
  const [failing, degraded] = [namesOf(false), namesOf(true)];
  return {
    status: failing.length === 0 ? 'ready' : 'not_ready',
    failing,
    ...(degraded.length > 0 && { degraded }),
    ...(troubles.length > 0 && { reasons: Object.fromEntries(troubles.map(({ name, reason }) => [name, reason])) }),
  };
}

function registerMetrics(registry: Registry, run: () => Promise<Findings>): void {
  // A scrape asks both metrics at once: one run answers both.
  let current: Promise<Findings> | undefined;
  const shared = (): Promise<Findings> => (current ??= run().finally(() => (current = undefined)));
  const register = (name: string, help: string, isSet: (trouble: Trouble | undefined) => boolean): void => {
    new Gauge({
      name,
      help,
      labelNames: ['check'],
      registers: [registry],
      async collect() {
        for (const [check, trouble] of await shared()) this.set({ check }, isSet(trouble) ? 1 : 0);
      },
    });
  };
  register(
    'prospect_ready',
    '0 while the readiness check keeps the process from serving, otherwise 1; /readyz says why.',
    (trouble) => trouble === undefined || trouble.isTolerated === true,
  );
  register(
    'prospect_degraded',
    '1 while the readiness check fails and the process serves on, otherwise 0; /readyz says why.',
    (trouble) => trouble?.isTolerated === true,
  );
}

/** The reason of every check that fails because the process ends. The end has its own log line. */
export const STOPPING = 'the process is stopping';

/** At most this many lines a minute for each check. */
const MAX_LINES = 6;
const WINDOW_MS = 60_000;

/**
 * Logs each change of one check: `warn` when it fails or its reason changes, `info` when it is
 * mended. A check that flaps is logged a few times a minute; the last state is always logged.
 */
class ChangeLog {
  /** Undefined: all is well, which a process says of itself with `serving`. */
  #logged: string | undefined;
  #last: string | undefined;
  #unlogged = 0;
  #linesAtMs: number[] = [];
  readonly #check: string;
  readonly #logger: Logger;
  readonly #monotonicMs: () => number;

  constructor(check: string, logger: Logger, monotonicMs: () => number) {
    this.#check = check;
    this.#logger = logger;
    this.#monotonicMs = monotonicMs;
  }

  note(trouble: Trouble | undefined): void {
    const reason = trouble?.reason;
    if (reason === STOPPING) return;
    if (reason !== this.#last) this.#unlogged += 1;
    this.#last = reason;
    if (reason === this.#logged) return;
    const nowMs = this.#monotonicMs();
    this.#linesAtMs = this.#linesAtMs.filter((atMs) => nowMs - atMs < WINDOW_MS);
    if (this.#linesAtMs.length >= MAX_LINES) return;
    this.#linesAtMs.push(nowMs);
    this.#write(trouble);
    this.#logged = reason;
    this.#unlogged = 0;
  }

  #write(trouble: Trouble | undefined): void {
    const check = this.#check;
    const omitted = this.#unlogged > 1 ? { changesNotLogged: this.#unlogged - 1 } : {};
    if (trouble === undefined) this.#logger.info({ check, ...omitted }, 'readiness check passes again');
    else if (trouble.isTolerated === true)
      this.#logger.warn({ check, reason: trouble.reason, ...omitted }, 'readiness check fails; the process serves on');
    else this.#logger.warn({ check, reason: trouble.reason, ...omitted }, 'readiness check fails');
  }
}
