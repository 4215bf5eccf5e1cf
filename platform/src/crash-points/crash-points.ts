import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/index.js';

/**
 * Ends the process like a power cut (`kill`), fails like a bug (`throw`), or hangs like a paused
 * machine (`stall`).
 */
export type CrashAction = 'kill' | 'throw' | 'stall';

/** One fault to inject. */
export interface CrashRule {
  /** `<service>.<step>`, from the service's own list. */
  readonly point: string;
  readonly action: CrashAction;
  /** Duration of a stall. 0 for other actions. */
  readonly stallMs: number;
  /** The passing of the point at which the rule acts, counted from 1. */
  readonly passing: number;
  /** True: the rule acts on every Nth passing instead of once. */
  readonly repeats: boolean;
}

/**
 * Named places between the steps of a protocol, at which tests make the process fail. Code passes
 * them as `await crashPoints?.pass('reveal.reserved')`, which costs nothing in production.
 */
export interface CrashPoints<Point extends string = string> {
  /** Returns immediately, unless a rule ends the process, throws or waits here. */
  pass(point: Point): Promise<void>;
}

/**
 * Comma-separated rules like `reveal.reserved=kill@3`, `reveal.committed=throw/7` or
 * `reveal.planned=stall:2500@1`. Only tests set it.
 */
export const CRASH_POINTS_VARIABLE = 'PROSPECT_TEST_CRASH_POINTS';

/** Called with a rule before it acts. */
export type Announce = (rule: CrashRule) => void;

/** Creates crash points that act by the given rules. */
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
 * Returns the crash points that the environment asks for; `undefined` when it asks for none. Throws
 * ConfigError in production, for a malformed rule, and for a point that the service does not have.
 * Ignores points of other services, so that several can share an environment.
 * @param points all points of the service, each named `<service>.<step>`
 * @param announce Default: writes `crash point reveal.reserved: kill` to standard error, for a
 *   test that counts faults
 */
export function readCrashPoints<Point extends string>(
  env: Readonly<Record<string, string | undefined>>,
  points: readonly Point[],
  announce: Announce = announceOnStderr,
): CrashPoints<Point> | undefined {
  const text = env[CRASH_POINTS_VARIABLE];
  if (text === undefined || text === '') return undefined;
  if (env['NODE_ENV'] === 'production')
    throw problem('is for tests only, and must not be set when NODE_ENV is production');
  const services = new Set(points.map(serviceOf));
  const rules = text
    .split(',')
    .map((rule) => parseRule(rule.trim()))
    .filter(({ point }) => services.has(serviceOf(point)));
  for (const { point } of rules) {
    if (!points.some((known) => known === point)) throw problem(`unknown point ${point}`);
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

/** Writes synchronously, not through a stream: the process may end with the next instruction. */
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
      // Wait for the signal: nothing more may happen before it arrives.
      return new Promise(() => {});
    case 'throw':
      throw new Error(`crash point ${point}`);
    case 'stall':
      return sleep(stallMs);
  }
}
