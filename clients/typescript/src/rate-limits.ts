import type { Deadline } from './deadline.js';
import { errorOf } from './errors.js';
import type { Bucket } from './operations.js';
import { parseList } from './structured-fields.js';

/** What the last answers said of one rate bucket. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit?: number;
  /** Requests that are left in this window. */
  readonly remaining: number;
  /** When the next window begins, by the clock of this process. */
  readonly resetsAt: Date;
}

export type RateLimits = { readonly [Name in Bucket]?: RateLimit };

interface Window {
  limit: number | undefined;
  remaining: number;
  /** By the monotonic clock. */
  resetsAtMs: number;
}

/** The longest wait for a rate bucket. A window is a minute; what asks for much more is a proxy. */
export const LONGEST_PATIENCE_MS = 120_000;

/** Spreads clients that wait for the same window. */
const SPREAD_MS = 250;

/**
 * The rate limits of one key as its answers report them. Every call of a client takes its place
 * here first, so that calls that run at once do not exceed a limit together.
 */
export class RateGate {
  readonly #windows = new Map<string, Window>();
  /** Requests under way in each bucket. An answer may or may not have counted them yet. */
  readonly #underWay = new Map<string, number>();
  readonly #waits: boolean;
  #wake!: () => void;
  #changed!: Promise<void>;

  constructor(waits: boolean) {
    this.#waits = waits;
    this.#rearm();
  }

  /**
   * Waits until each bucket has a place and takes it. The deadline stands still meanwhile: a turn
   * in the minute is no time of the service. Throws RateLimitedError instead of too long a wait.
   */
  async take(buckets: readonly Bucket[], deadline: Deadline): Promise<void> {
    for (;;) {
      const { bucket, waitMs } = this.#longestWait(buckets);
      if (bucket === undefined || !this.#waits) break;
      // Requests under way may turn out not to have used the rest of the window.
      const exhausted = (this.#windows.get(bucket)?.remaining ?? 1) <= 0;
      if (exhausted && waitMs > LONGEST_PATIENCE_MS) throw tooLong(bucket, waitMs);
      const spreadMs = exhausted ? Math.random() * SPREAD_MS : 0;
      await deadline.sleep(waitMs + spreadMs, { pause: true, ...(!exhausted && { wake: this.#changed }) });
    }
    for (const bucket of buckets) this.#underWay.set(bucket, this.#countUnderWay(bucket) + 1);
  }

  /** Gives back what `take` took, and learns from the headers of the answer, if there was one. */
  leave(buckets: readonly Bucket[], headers: Headers | undefined): void {
    for (const bucket of buckets) this.#underWay.set(bucket, this.#countUnderWay(bucket) - 1);
    if (headers === undefined) this.#countLost(buckets);
    else this.#learn(headers);
    this.#wake();
    this.#rearm();
  }

  snapshot(): RateLimits {
    const epochMs = Date.now() - performance.now();
    const entries = [...this.#windows].map(([name, { limit, remaining, resetsAtMs }]) => [
      name,
      { ...(limit !== undefined && { limit }), remaining, resetsAt: new Date(Math.round(epochMs + resetsAtMs)) },
    ]);
    return Object.fromEntries(entries) as RateLimits;
  }

  #rearm(): void {
    this.#changed = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #countUnderWay(bucket: string): number {
    return this.#underWay.get(bucket) ?? 0;
  }

  #longestWait(buckets: readonly Bucket[]): { bucket?: Bucket; waitMs: number } {
    let longest: { bucket?: Bucket; waitMs: number } = { waitMs: 0 };
    for (const bucket of buckets) {
      const window = this.#windows.get(bucket);
      if (window === undefined) continue;
      const waitMs = window.resetsAtMs - performance.now();
      // A window that is over says nothing of the next but its limit. One request may always ask.
      const places = waitMs > 0 ? window.remaining : Math.max(1, window.limit ?? Infinity);
      if (places > this.#countUnderWay(bucket)) continue;
      const boundedMs = waitMs > 0 ? waitMs : LONGEST_ANSWER_MS;
      if (boundedMs > longest.waitMs) longest = { bucket, waitMs: boundedMs };
    }
    return longest;
  }

  #learn(headers: Headers): void {
    const limits = new Map(
      parseList(headers.get('ratelimit-policy') ?? '')?.map(({ name, parameters }) => [name, parameters['q']]),
    );
    for (const { name, parameters } of parseList(headers.get('ratelimit') ?? '') ?? []) {
      const { r: remaining, t: seconds } = parameters;
      if (typeof remaining !== 'number' || typeof seconds !== 'number') continue;
      const limit = limits.get(name);
      const resetsAtMs = performance.now() + seconds * 1000;
      this.#update(name, { limit: typeof limit === 'number' ? limit : undefined, remaining, resetsAtMs });
    }
  }

  /** A request without an answer may have been counted. */
  #countLost(buckets: readonly Bucket[]): void {
    for (const bucket of buckets) {
      const window = this.#windows.get(bucket);
      if (window !== undefined && window.remaining > 0) window.remaining -= 1;
    }
  }

  /** Answers arrive in any order: of one window the lowest count holds, of several the newest. */
  #update(name: string, next: Window): void {
    const known = this.#windows.get(name);
    const isOver = known === undefined || known.resetsAtMs <= performance.now();
    if (isOver || next.resetsAtMs - known.resetsAtMs > SAME_WINDOW_MS) {
      this.#windows.set(name, next);
    } else if (known.resetsAtMs - next.resetsAtMs < SAME_WINDOW_MS) {
      known.limit = next.limit ?? known.limit;
      known.remaining = Math.min(known.remaining, next.remaining);
      known.resetsAtMs = Math.min(known.resetsAtMs, next.resetsAtMs);
    }
  }
}

/** How far apart two answers of one window can place its end: whole seconds and a slow network. */
const SAME_WINDOW_MS = 5_000;

/** Another call's answer wakes the waiting ones; this only bounds the wait. */
const LONGEST_ANSWER_MS = 60_000;

function tooLong(bucket: Bucket, waitMs: number): Error {
  const seconds = Math.ceil(waitMs / 1000);
  return errorOf({
    status: 429,
    code: 'rate_limited',
    detail: `The rate bucket ${bucket} is exhausted for ${seconds} s, longer than the ${LONGEST_PATIENCE_MS / 1000} s that a call waits. Nothing was sent.`,
    retryable: true,
    retryAfterSeconds: seconds,
  });
}
