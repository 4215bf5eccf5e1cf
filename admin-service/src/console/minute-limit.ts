import { DomainError } from '@prospecting/platform/errors';

const WINDOW_MS = 60_000;
/** Callers that are remembered. The oldest is forgotten first. */
const MAX_CALLERS = 10_000;

export interface MinuteLimitOptions {
  /** How often a caller may do it within a minute. */
  readonly max: number;
  /** Says to who did it too often what was too much, and what to do. */
  readonly detail: string;
  /** Returns milliseconds of a steady clock. */
  readonly now?: () => number;
}

/** Bounds how often each caller does something in a minute, as counted by one process. */
export interface MinuteLimit {
  /** Counts one. Throws `rate_limited` when the caller did it too often in the last minute. */
  count(caller: string): void;
  /** Takes one back. */
  forgive(caller: string): void;
}

export function createMinuteLimit({ max, detail, now = () => performance.now() }: MinuteLimitOptions): MinuteLimit {
  const counted = new Map<string, { since: number; count: number }>();
  return {
    count(caller) {
      const at = now();
      const known = counted.get(caller);
      const current = known !== undefined && at - known.since < WINDOW_MS ? known : { since: at, count: 0 };
      current.count += 1;
      counted.delete(caller);
      counted.set(caller, current);
      const oldest = counted.keys().next().value;
      if (counted.size > MAX_CALLERS && oldest !== undefined) counted.delete(oldest);
      if (current.count <= max) return;
      const retryAfterSeconds = Math.ceil((current.since + WINDOW_MS - at) / 1_000);
      throw new DomainError('rate_limited', { detail, members: { retryAfterSeconds } });
    },
    forgive(caller) {
      const known = counted.get(caller);
      if (known !== undefined) known.count -= 1;
    },
  };
}
