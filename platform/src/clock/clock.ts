/** Business time. Injected everywhere and passed into SQL as a parameter, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/**
 * Business time for what moves money. Leases, ages and grace periods do not use it: they go by the
 * database's own clock, in SQL.
 */
export interface GuardedClock extends Clock {
  /**
   * The service's time, but never later than the database's. Throws service_unavailable while the two
   * differ by more than 2 s, or while the database's is not known.
   */
  now(): Date;
  /**
   * The database's time, never later than what the database itself would say. For deadlines that a
   * statement compares with `clock_timestamp()`. Throws service_unavailable while it is not known.
   */
  databaseNow(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Business time that stands still until it is moved, always in step. For tests. */
export class ManualClock implements GuardedClock {
  #nowMs: number;

  constructor(start: Date | string) {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  /** Technical time goes on: the database of a test runs on this machine. */
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
