/**
 * Strict parsers of command line arguments. Each returns the value or throws InvalidArgumentError.
 */
import { BUCKET_NAMES, type BucketName } from '@prospecting/openapi/rate-buckets';
import { parseUuid } from '@prospecting/platform/uuid';
import { InvalidArgumentError } from 'commander';

const AMOUNT = /^\d{1,10}(\.\d{1,3})?$/;
const MAX_CREDITS = 1_000_000_000;

/**
 * Parses an amount of credits. Checks the text, because binary fractions cannot tell 0.0005 from
 * 0.001 reliably.
 */
export function parseCredits(text: string): number {
  if (!AMOUNT.test(text))
    throw new InvalidArgumentError('An amount is a decimal ≥ 0 with at most 3 places, such as 100 or 0.2.');
  const credits = Number(text);
  if (credits > MAX_CREDITS) throw new InvalidArgumentError(`An amount is at most ${MAX_CREDITS}.`);
  return credits;
}

const DURATION = /^(?:0|(\d{1,9})([smhd]))$/;
const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses a duration and returns seconds: `0`, `90s`, `15m`, `12h`, `7d`. */
export function parseDurationSeconds(text: string): number {
  const match = DURATION.exec(text);
  if (match === null)
    throw new InvalidArgumentError('A duration is 0 or a whole number with a unit: 90s, 15m, 12h, 7d.');
  const [, count, unit] = match;
  return count === undefined ? 0 : Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
}

const MAX_OVERLAP_SECONDS = 7 * UNIT_SECONDS.d;

/** Parses how long the old secret of a rolled key still works: 0 to 7 days, in seconds. */
export function parseOverlapSeconds(text: string): number {
  const seconds = parseDurationSeconds(text);
  if (seconds > MAX_OVERLAP_SECONDS) throw new InvalidArgumentError('The overlap is at most 7d.');
  return seconds;
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A point in time: an instant in UTC as ISO 8601, or a number of seconds before now. */
export type Moment = string | { readonly secondsAgo: number };

/**
 * Parses an ISO 8601 time with its offset, a date, which means midnight UTC, or a duration back
 * from now.
 */
export function parseMoment(text: string): Moment {
  if (DURATION.test(text)) return { secondsAgo: parseDurationSeconds(text) };
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()) || !isCalendarDate(text.slice(0, 10))) {
    throw new InvalidArgumentError(
      'A time is written as 2026-01-31, as 2026-01-31T12:00:00Z, or as a duration back from now: 90s, 12h, 7d.',
    );
  }
  return time.toISOString();
}

/** Returns false for dates such as 30 February, which `Date` reads as a day in March. */
function isCalendarDate(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** Parses a UUID and returns it in lower case. */
export function parseId(text: string): string {
  const id = parseUuid(text);
  if (id === undefined) throw new InvalidArgumentError('An id is a UUID.');
  return id;
}

const MAX_INTEGER = 1_000_000_000;

/** Parses a whole number ≥ 0. */
export function parseCount(text: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= MAX_INTEGER)) throw new InvalidArgumentError(`A whole number from 0 to ${MAX_INTEGER} is expected.`);
  return count;
}

/** Returns the text unless it is blank. */
export function parseText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** Collects the values of an option that may be repeated. */
export function collect(text: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), parseText(text)];
}

export type Limits = Partial<Record<BucketName, number>>;

const LIMIT = /^([a-z]+)=(\d{1,7})$/;
const MAX_LIMIT = 1_000_000;

/** Collects `--limit bucket=requests per minute`. */
export function collectLimit(text: string, previous: Limits | undefined): Limits {
  const match = LIMIT.exec(text);
  const bucket = BUCKET_NAMES.find((name) => name === match?.[1]);
  const limit = Number(match?.[2]);
  if (bucket === undefined || limit < 1 || limit > MAX_LIMIT) {
    throw new InvalidArgumentError(
      `A limit is one of ${BUCKET_NAMES.join(', ')}, =, and 1 to ${MAX_LIMIT}: overall=120.`,
    );
  }
  if (previous?.[bucket] !== undefined) throw new InvalidArgumentError(`The limit of ${bucket} is given twice.`);
  return { ...previous, [bucket]: limit };
}

const MAX_LOG_LIMIT = 1_000_000;

/** Parses how many entries of a log to read: 1 to 1,000,000. */
export function parseLogLimit(text: string): number {
  const limit = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit <= MAX_LOG_LIMIT))
    throw new InvalidArgumentError(`A whole number from 1 to ${MAX_LOG_LIMIT} is expected.`);
  return limit;
}

/** Parses how often something is begun: 1 to 99. */
export function parseAttempts(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('A count is a whole number, 1 to 99.');
  return Number(text);
}
