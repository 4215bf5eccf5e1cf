/** Business time. Injected everywhere and passed into SQL as a parameter, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. For tests. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(start: Date | string) {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
  }

  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }
}
