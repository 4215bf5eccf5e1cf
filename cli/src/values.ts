/** What is typed on the command line, read strictly: each function answers the value or throws InvalidArgumentError. */
import { InvalidArgumentError } from 'commander';

const AMOUNT = /^\d{1,10}(\.\d{1,3})?$/;
const MAX_CREDITS = 1_000_000_000;

/** An amount of credits, checked as text: as a binary fraction 0.0005 and 0.001 are not told apart reliably. */
export function readCredits(text: string): number {
  if (!AMOUNT.test(text))
    throw new InvalidArgumentError('An amount is a decimal ≥ 0 with at most 3 places, such as 100 or 0.2.');
  const credits = Number(text);
  if (credits > MAX_CREDITS) throw new InvalidArgumentError(`An amount is at most ${MAX_CREDITS}.`);
  return credits;
}

const DURATION = /^(?:0|(\d{1,9})([smhd]))$/;
const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A duration in seconds: `0`, `90s`, `15m`, `12h`, `7d`. */
export function readDurationSeconds(text: string): number {
  const match = DURATION.exec(text);
  if (match === null)
    throw new InvalidArgumentError('A duration is 0 or a whole number with a unit: 90s, 15m, 12h, 7d.');
  const [, count, unit] = match;
  return count === undefined ? 0 : Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
}

const MAX_OVERLAP_SECONDS = 7 * UNIT_SECONDS.d;

/** How long the old key works on: 0 to 7 days. */
export function readOverlapSeconds(text: string): number {
  const seconds = readDurationSeconds(text);
  if (seconds > MAX_OVERLAP_SECONDS) throw new InvalidArgumentError('The overlap is at most 7d.');
  return seconds;
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** An instant: an ISO 8601 time with its offset, or a date, which begins at midnight UTC. */
export function readTime(text: string): string {
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()) || !isDayOfItsMonth(text.slice(0, 10))) {
    throw new InvalidArgumentError('A time is written as 2026-01-31 or 2026-01-31T12:00:00Z.');
  }
  return time.toISOString();
}

/** `Date` reads 30 February as a day in March. */
function isDayOfItsMonth(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function readId(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError('An id is a UUID.');
  return text.toLowerCase();
}

const MAX_INTEGER = 1_000_000_000;

/** A whole number ≥ 0. */
export function readCount(text: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= MAX_INTEGER)) throw new InvalidArgumentError(`A whole number from 0 to ${MAX_INTEGER} is expected.`);
  return count;
}

export function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** Gathers an option that may be given several times. */
export function gather(text: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), readText(text)];
}

export const BUCKETS = ['overall', 'search', 'spend'] as const;
export type Limits = Partial<Record<(typeof BUCKETS)[number], number>>;

const LIMIT = /^([a-z]+)=(\d{1,7})$/;
const MAX_LIMIT = 1_000_000;

/** Gathers `--limit bucket=requests per minute`. */
export function gatherLimit(text: string, previous: Limits | undefined): Limits {
  const match = LIMIT.exec(text);
  const bucket = BUCKETS.find((name) => name === match?.[1]);
  const limit = Number(match?.[2]);
  if (bucket === undefined || limit < 1 || limit > MAX_LIMIT) {
    throw new InvalidArgumentError(`A limit is one of ${BUCKETS.join(', ')}, =, and 1 to ${MAX_LIMIT}: overall=120.`);
  }
  if (previous?.[bucket] !== undefined) throw new InvalidArgumentError(`The limit of ${bucket} is given twice.`);
  return { ...previous, [bucket]: limit };
}
