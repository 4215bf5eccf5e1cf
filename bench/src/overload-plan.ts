import { createRandom } from '@prospecting/platform/random';

/** Accounts of one kind, which send this share of all requests together. */
export interface Group {
  readonly name: GroupName;
  readonly accounts: number;
  readonly share: number;
}

export type GroupName = 'flooding' | 'busy' | 'small';

/**
 * Who sends an overload. One account sends half of it. Each small one sends far less than an even
 * share of what can be carried: at twice the best rate, a hundredth of that.
 */
export const GROUPS: readonly Group[] = [
  { name: 'flooding', accounts: 1, share: 0.5 },
  { name: 'busy', accounts: 4, share: 0.45 },
  { name: 'small', accounts: 10, share: 0.05 },
];

export const ACCOUNTS = GROUPS.reduce((sum, { accounts }) => sum + accounts, 0);

/** The account of a request, and its group. */
export interface Sender {
  readonly account: number;
  readonly group: GroupName;
}

/** Returns who sends each next request. The same seed gives the same order. */
export function drawSenders(seed: number): () => Sender {
  const random = createRandom(seed);
  return () => {
    let rest = random.next();
    let first = 0;
    for (const { name, accounts, share } of GROUPS) {
      if (rest < share)
        return { account: first + Math.min(accounts - 1, Math.floor((rest / share) * accounts)), group: name };
      rest -= share;
      first += accounts;
    }
    return { account: ACCOUNTS - 1, group: 'small' };
  };
}

/** Part of a run: a fixed rate of requests, whatever becomes of them. */
export interface Phase {
  readonly requestsPerSecond: number;
  /** Time under this load before counting starts. */
  readonly settleMs: number;
  readonly measureMs: number;
}

/** Requests of half a second after the overload. */
export interface Window {
  /** Milliseconds from the end of the overload to the end of the window. */
  readonly endsAtMs: number;
  readonly sent: number;
  readonly served: number;
  readonly p99Ms: number;
}

/**
 * Returns the milliseconds until everything is as before: the end of the first of two windows in a
 * row in which 99 % are served and the p99 is at most `p99Ms`. Infinity when there are none.
 */
export function recoveredAfterMs(windows: readonly Window[], p99Ms: number): number {
  const isGood = (window: Window | undefined): boolean =>
    window !== undefined && window.sent > 0 && window.served >= 0.99 * window.sent && window.p99Ms <= p99Ms;
  const first = windows.findIndex((window, index) => isGood(window) && isGood(windows[index + 1]));
  return windows[first]?.endsAtMs ?? Number.POSITIVE_INFINITY;
}
