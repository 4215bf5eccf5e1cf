export interface WorkLimitOptions {
  /** Most requests at work. The limit begins here. */
  readonly most: number;
}

/** Fewest requests at work: enough to keep every part busy, however slow each request is. */
const LEAST = 16;
/**
 * Longest mean time at work: a fifth of a lookup's deadline, so that what is begun is finished in
 * time, and far above its objective, so that a burst is served.
 */
const TARGET_MS = 1_000;
const WINDOW_MS = 250;
/** One step down and one step up cancel out. Between 16 and 160 lie eleven steps: 3 s. */
const STEP = 1.25;

/**
 * How many requests may be at work, so that one takes a second at most on average: what is
 * finished per second times the time that each takes is what is at work. Cheap requests never reach
 * it, so `most` holds for them. Requests that take long, or services that have slowed down, lower
 * the limit by a fifth every quarter of a second.
 */
export class WorkLimit {
  readonly #most: number;
  readonly #least: number;
  #value: number;
  #windowEndsAt = -Infinity;
  #finished = 0;
  #totalMs = 0;

  constructor({ most }: WorkLimitOptions) {
    this.#most = most;
    this.#least = Math.min(LEAST, most);
    this.#value = most;
  }

  get value(): number {
    return Math.floor(this.#value);
  }

  /** Records a request that was finished at `nowMs` after `durationMs` at work. */
  record(durationMs: number, nowMs: number): void {
    this.#finished += 1;
    this.#totalMs += durationMs;
    if (nowMs < this.#windowEndsAt) return;
    const isLate = this.#totalMs / this.#finished > TARGET_MS;
    const next = isLate ? this.#value / STEP : this.#value * STEP;
    this.#value = Math.min(this.#most, Math.max(this.#least, next));
    this.#windowEndsAt = nowMs + WINDOW_MS;
    this.#finished = 0;
    this.#totalMs = 0;
  }
}
