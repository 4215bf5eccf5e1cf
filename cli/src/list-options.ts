import { Option } from 'commander';
import { parseMoment, type Moment } from './argument-parsers.js';
import { UsageError } from './errors.js';

/** `--csv`, for every command that lists. */
export function csvOption(): Option {
  return new Option('--csv', 'print comma-separated values with a header on standard output');
}

const FORMS = '2026-01-31, 2026-01-31T12:00:00Z, or 90s, 12h, 7d back from now';

/** `--since`, for every list with times. */
export function sinceOption(): Option {
  return new Option('--since <time>', `start of the period: ${FORMS}`).argParser(parseMoment);
}

/** `--until`, for every list with times. */
export function untilOption(): Option {
  return new Option('--until <time>', 'end of the period, not included, in the same forms').argParser(parseMoment);
}

export interface PeriodOptions {
  readonly since?: Moment;
  readonly until?: Moment;
}

/**
 * Returns the query of a period with further parameters, with its question mark, or nothing. Throws
 * UsageError when the period ends before it begins.
 */
export function periodQuery(
  { since, until }: PeriodOptions,
  now: Date,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const [from, to] = [toInstant(since, now), toInstant(until, now)];
  if (from !== undefined && to !== undefined && from >= to)
    throw new UsageError(`--since (${from}) is not before --until (${to})`);
  const query = new URLSearchParams({
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
    ...parameters,
  }).toString();
  return query === '' ? '' : `?${query}`;
}

function toInstant(moment: Moment | undefined, now: Date): string | undefined {
  if (moment === undefined || typeof moment === 'string') return moment;
  // Before the year 0, an instant has another form. No list goes back that far.
  const ms = Math.max(0, now.getTime() - moment.secondsAgo * 1_000);
  return new Date(ms).toISOString();
}
