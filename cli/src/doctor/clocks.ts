import { failure, ok, warning, type Finding } from './finding.js';

/** The rule of the services: beyond it, they are not ready and move no money. */
const MAX_SKEW_MS = 2_000;

/** How far a clock is ahead of this machine's: at least and at most, in milliseconds. */
export interface Offset {
  readonly atLeastMs: number;
  readonly atMostMs: number;
}

/** Returns the offset of a clock that showed a time, rounded down, between two times of this machine. */
export function offsetOf(shownMs: number, roundedMs: number, askedMs: number, answeredMs: number): Offset {
  return { atLeastMs: shownMs - answeredMs, atMostMs: shownMs + roundedMs - askedMs };
}

/** Says whether this machine's clock differs from another's, as far as that is certain. */
export function machineClock(check: string, whose: string, offset: Offset): Finding {
  const skewMs = certainSkewMs(offset);
  if (skewMs <= MAX_SKEW_MS) return ok(check, `this machine's clock and ${whose} agree within 2 s`);
  const found = `this machine's clock differs from ${whose} by ${seconds(skewMs)} or more`;
  return warning(check, found, 'Synchronise the clocks (NTP). Until then, --since 1h means another hour than it says.');
}

/** Says whether a service's clock differs from a database's, as far as that is certain. */
export function serviceClock(service: Offset, database: Offset): Finding {
  const check = 'clock of the service';
  const skewMs = certainSkewMs({
    atLeastMs: service.atLeastMs - database.atMostMs,
    atMostMs: service.atMostMs - database.atLeastMs,
  });
  if (skewMs <= MAX_SKEW_MS) return ok(check, 'the clocks of admin-service and its database agree within 2 s');
  const found = `the clocks of admin-service and the database differ by ${seconds(skewMs)} or more, so no money moves`;
  return failure(check, found, 'Synchronise the clocks of the machines (NTP): docs/runbooks/clock-off.md.');
}

function certainSkewMs({ atLeastMs, atMostMs }: Offset): number {
  return Math.max(0, atLeastMs, -atMostMs);
}

function seconds(ms: number): string {
  return `${Math.floor(ms / 100) / 10} s`;
}
