/**
 * Loaded into a process before its program (`node --import`). Shifts the process's clock by
 * FAULTS_CLOCK_OFFSET_MS. Only reads of the present time are shifted. Timers, `performance.now()`
 * and dates made from given values stay right, as on a machine whose clock is wrong but runs at the
 * right speed.
 */
const offsetMs = Number(process.env['FAULTS_CLOCK_OFFSET_MS'] ?? 0);
const RightDate = globalThis.Date;

class ShiftedDate extends RightDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RightDate.now() + offsetMs);
    else super(...given);
  }

  static override now(): number {
    return RightDate.now() + offsetMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
