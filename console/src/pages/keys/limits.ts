import { BUCKETS, type Bucket } from '../../api/types.js';

/** What a person typed for each bucket. Empty: the default. */
export type TypedLimits = Readonly<Record<Bucket, string>>;

const MOST = 1_000_000;

/** Returns what is wrong with a limit that a person typed. */
export function limitError(text: string): string | undefined {
  if (text.trim() === '' || readLimit(text) !== undefined) return undefined;
  return 'A whole number from 1 to 1,000,000, or nothing for the default.';
}

/** Returns the limits that differ from the default. Undefined when one is no limit. */
export function readLimits(typed: TypedLimits): Partial<Record<Bucket, number>> | undefined {
  const limits: Partial<Record<Bucket, number>> = {};
  for (const bucket of BUCKETS) {
    if (limitError(typed[bucket]) !== undefined) return undefined;
    const limit = readLimit(typed[bucket]);
    if (limit !== undefined) limits[bucket] = limit;
  }
  return limits;
}

function readLimit(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,]/g, '');
  const limit = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  return limit >= 1 && limit <= MOST ? limit : undefined;
}
