/**
 * Business time. Injected everywhere and passed into SQL as a parameter, so that tests can set it.
 */
export interface Clock {
  now(): Date;
}

/**
 * Business time for everything that moves money. Leases, ages and grace periods go by the
 * database's own clock instead, in SQL.
 */
export interface GuardedClock extends Clock {
  /**
   * Returns the service's time, but never later than the database's. Throws service_unavailable
   * while the two differ by more than 2 s, or while the database's time is unknown.
   */
  now(): Date;
  /**
   * Returns the database's time, never later than the database itself would report. For deadlines
   * that a statement compares with `clock_timestamp()`. Throws service_unavailable while it is
   * unknown.
   */
  databaseNow(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * For tests: business time that changes only when a test sets it, and never differs from the
 * database's.
 */
export class ManualClock implements GuardedClock {
  #nowMs: number;

  constructor(start: Date | string) {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  /** Returns the real time: the database of a test runs on this machine. */
  databaseNow(): Date {
    return new Date();
  }

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
  }

  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }
}
