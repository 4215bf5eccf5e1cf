import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/index.js';

/** What a crash point does: end the process as a power cut would, fail as a bug would, or hang as a paused machine would. */
export type CrashAction = 'kill' | 'throw' | 'stall';

/** One fault to inject. */
export interface CrashRule {
  /** `<service>.<step>`, as the service's own list names it. */
  readonly point: string;
  readonly action: CrashAction;
  /** Stalls alone: how long. */
  readonly stallMs: number;
  /** Acts on this passing of the point, counted from 1. */
  readonly passing: number;
  /** Acts on every so-manieth passing instead of once. */
  readonly repeats: boolean;
}

/**
 * Named places between the steps of a protocol, at which tests make the process fail. Code passes them as
 * `await crashPoints?.pass('reveal.reserved')`, so without any it costs nothing.
 */
export interface CrashPoints<Point extends string = string> {
  /** Ends the process, throws, waits, or, as nearly always, returns at once. */
  pass(point: Point): Promise<void>;
}

/** Only tests set it: rules like `reveal.reserved=kill@3`, `reveal.committed=throw/7`, `reveal.planned=stall:2500@1`, comma-separated. */
export const CRASH_POINTS_VARIABLE = 'PROSPECT_TEST_CRASH_POINTS';

/** Told of a rule before it acts. */
export type Announce = (rule: CrashRule) => void;

/** Crash points that act by the given rules. */
export function createCrashPoints(rules: readonly CrashRule[], announce: Announce = () => {}): CrashPoints {
  const passings = new Map<string, number>();
  return {
    async pass(point) {
      const passing = (passings.get(point) ?? 0) + 1;
      passings.set(point, passing);
      for (const rule of rules) {
        const acts = rule.repeats ? passing % rule.passing === 0 : passing === rule.passing;
        if (rule.point !== point || !acts) continue;
        announce(rule);
        await act(rule);
      }
    },
  };
}

/**
 * The crash points that the environment asks for; `undefined` when it asks for none.
 * Throws ConfigError when it does so in production, when a rule is malformed, or when one names a point that the service does not have.
 * Points of other services are left to them, so that several can share an environment.
 * @param points all points of the service, each named `<service>.<step>`
 * @param announce by default writes `crash point reveal.reserved: kill` to standard error, which whoever counts faults reads
 */
export function readCrashPoints<Point extends string>(
  env: Readonly<Record<string, string | undefined>>,
  points: readonly Point[],
  announce: Announce = announceOnStderr,
): CrashPoints<Point> | undefined {
  const text = env[CRASH_POINTS_VARIABLE];
  if (text === undefined || text === '') return undefined;
  if (env['NODE_ENV'] === 'production') throw problem('is for tests, and refused when NODE_ENV is production');
  const services = new Set(points.map(serviceOf));
  const rules = text
    .split(',')
    .map((rule) => parseRule(rule.trim()))
    .filter(({ point }) => services.has(serviceOf(point)));
  for (const { point } of rules) {
    if (!points.some((known) => known === point)) throw problem(`there is no point ${point}`);
  }
  return rules.length === 0 ? undefined : createCrashPoints(rules, announce);
}

const RULE = /^([a-z]+\.[a-z_]+)=(kill|throw|stall)(?::([1-9][0-9]{0,5}))?([@/])([1-9][0-9]{0,8})$/;

function parseRule(text: string): CrashRule {
  const [, point, action, stallMs, mode, passing] = RULE.exec(text) ?? [];
  if (point === undefined || action === undefined || (action === 'stall') !== (stallMs !== undefined)) {
    throw problem('each rule must be like reveal.reserved=kill@3, =throw/7 or =stall:2500@1');
  }
  return {
    point,
    action: action as CrashAction,
    stallMs: Number(stallMs ?? 0),
    passing: Number(passing),
    repeats: mode === '/',
  };
}

/** At once and not through a stream: the process may end with the next instruction. */
function announceOnStderr({ point, action }: CrashRule): void {
  writeSync(process.stderr.fd, `crash point ${point}: ${action}\n`);
}

function serviceOf(point: string): string {
  return point.slice(0, point.indexOf('.'));
}

function problem(text: string): ConfigError {
  return new ConfigError([`${CRASH_POINTS_VARIABLE}: ${text}`]);
}

async function act({ point, action, stallMs }: CrashRule): Promise<void> {
  switch (action) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      // The signal is on its way; nothing more may happen before it.
      return new Promise(() => {});
    case 'throw':
      throw new Error(`crash point ${point}`);
    case 'stall':
      return sleep(stallMs);
  }
}
