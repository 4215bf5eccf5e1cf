import type { Query } from '../api/client.js';
import { DAY, instantsOf, readFilters, UUID, ZONE, type Filters } from './address.js';

const RULES = {
  from: DAY,
  to: DAY,
  zone: ZONE,
  keyId: UUID,
  status: /^(?:[2345]xx|[1-5]\d\d)$/,
  path: /^\/[\w/-]{0,200}$/,
} as const;

export type RequestFilters = Filters<keyof typeof RULES>;

export function readRequestFilters(search: string): RequestFilters {
  return readFilters(search, RULES);
}

/** Returns the parameters of the request log for filters of the page. */
export function requestQuery({ from, to, zone, ...others }: RequestFilters): Query {
  return { ...instantsOf({ from, to, zone }), ...others };
}
