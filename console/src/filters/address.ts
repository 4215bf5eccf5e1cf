import type { Query } from '../api/client.js';

/** Filters as they are in the address and in the forms: absent is empty. */
export type Filters<Name extends string> = Readonly<Record<Name, string>>;

/** Returns the known filters of an address. */
export function readFilters<Name extends string>(
  search: string | URLSearchParams,
  rules: Readonly<Record<Name, RegExp>>,
): Filters<Name> {
  const parameters = new URLSearchParams(search);
  const entries = Object.entries<RegExp>(rules).map(([name, rule]) => {
    const value = parameters.get(name)?.trim() ?? '';
    return [name, rule.test(value) ? value : ''];
  });
  return Object.fromEntries(entries) as Filters<Name>;
}

/** Returns the part of an address after `?` for filters: the empty ones are left out. */
export function writeFilters(filters: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value.trim() !== '') parameters.set(name, value.trim());
  return parameters.toString();
}

/** Returns whether a filter is set. */
export function isFiltered(filters: Readonly<Record<string, string>>): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/**
 * Returns the instants of a range of days: from the start of the first to the end of the last. Days
 * are the reader's, except where a link asks for UTC: the days of the spending are.
 */
export function instantsOf(days: { readonly from: string; readonly to: string; readonly zone: string }): Query {
  const isUtc = days.zone === 'utc';
  return {
    from: days.from === '' ? undefined : startOfDay(days.from, 0, isUtc),
    to: days.to === '' ? undefined : startOfDay(days.to, 1, isUtc),
  };
}

function startOfDay(day: string, shift: number, isUtc: boolean): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = isUtc ? new Date(Date.UTC(year, month - 1, date + shift)) : new Date(year, month - 1, date + shift);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** The zone of the days in an address. Empty: the reader's. */
export const ZONE = /^utc$/;
export const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
