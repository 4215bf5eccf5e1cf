import { LOCALE } from './numbers.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns an instant in the reader's zone: `22 Nov 2026, 14:10`. */
export function formatTime(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...zone(timeZone), dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );
}

/** Returns an instant in the reader's zone to the second: `22 Nov 2026, 14:10:43`. */
export function formatExactTime(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...zone(timeZone), dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(instant),
  );
}

/** Returns the day of an instant in the reader's zone: `22 Nov 2026`. */
export function formatDate(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...zone(timeZone), dateStyle: 'medium' }).format(new Date(instant));
}

/** Returns an instant in UTC: `2026-11-22 13:10:43 UTC`. */
export function formatUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns a UTC day such as `2026-11-22` in words: `22 Nov`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Returns how far an instant is from now: `3 minutes ago`, `in 2 days`. */
export function formatDistance(instant: string, now: number): string {
  const ms = new Date(instant).getTime() - now;
  const [unit, size] = unitOf(Math.abs(ms));
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(Math.round(ms / size), unit);
}

function unitOf(ms: number): [Intl.RelativeTimeFormatUnit, number] {
  if (ms < MINUTE_MS) return ['second', 1_000];
  if (ms < HOUR_MS) return ['minute', MINUTE_MS];
  if (ms < DAY_MS) return ['hour', HOUR_MS];
  return ['day', DAY_MS];
}

/** Returns the UTC day of an instant, `2026-11-22`, shifted by whole days. */
export function utcDay(now: number, shiftDays = 0): string {
  return new Date(now + shiftDays * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of an instant in the reader's zone, as filters write it: `2026-11-22`. */
export function localDay(instant: string): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the name of the zone in which times are shown: `Europe/Stockholm`. */
export function zoneName(): string {
  return new Intl.DateTimeFormat(LOCALE).resolvedOptions().timeZone;
}

function zone(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  return timeZone === undefined ? {} : { timeZone };
}
