import { DomainError } from '@prospecting/platform/errors';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 20;
/** Addresses that are remembered. The oldest is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Bounds the attempts to sign in of each address in one process. */
export interface Attempts {
  /** Counts an attempt. Throws `rate_limited` when the address made too many in the last minute. */
  count(address: string): void;
  /** A sign-in that worked does not count. */
  forgive(address: string): void;
}

/** @param now returns milliseconds of a steady clock */
export function createAttempts(now: () => number = () => performance.now()): Attempts {
  const made = new Map<string, { since: number; count: number }>();
  return {
    count(address) {
      const at = now();
      const known = made.get(address);
      const current = known !== undefined && at - known.since < WINDOW_MS ? known : { since: at, count: 0 };
      current.count += 1;
      made.delete(address);
      made.set(address, current);
      const oldest = made.keys().next().value;
      if (made.size > MAX_ADDRESSES && oldest !== undefined) made.delete(oldest);
      if (current.count <= MAX_FAILURES) return;
      const retryAfterSeconds = Math.ceil((current.since + WINDOW_MS - at) / 1_000);
      throw new DomainError('rate_limited', {
        detail: 'There were too many attempts to sign in from this address. Wait a minute.',
        members: { retryAfterSeconds },
      });
    },
    forgive(address) {
      const known = made.get(address);
      if (known !== undefined) known.count -= 1;
    },
  };
}
