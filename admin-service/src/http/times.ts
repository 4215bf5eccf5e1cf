import { z } from '@prospecting/platform/config';

/** An ISO 8601 time with its offset, or a date, which means midnight UTC. */
export const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be an ISO 8601 date or time with its offset')
  .transform((time) => new Date(time));

export const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the beginning of an instant's UTC day. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}
