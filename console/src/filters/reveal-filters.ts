import type { Query } from '../api/client.js';
import { DAY, instantsOf, readFilters, ZONE, type Filters } from './address.js';

const RULES = { from: DAY, to: DAY, zone: ZONE, subject: /^(?:contact|switchboard|organization)$/ } as const;

export type RevealFilters = Filters<keyof typeof RULES>;

export function readRevealFilters(search: string): RevealFilters {
  return readFilters(search, RULES);
}

/** Returns the parameters of the reveals for filters of the page. */
export function revealQuery({ from, to, zone, subject }: RevealFilters): Query {
  return { ...instantsOf({ from, to, zone }), subject };
}
