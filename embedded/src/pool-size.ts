import { availableParallelism } from 'node:os';

/** Connections of one pool at most, however many cores there are: five pools share a server that takes 200. */
const MOST = 20;

/** One request may have three statements under way; another one shall not wait for all of them. */
const LEAST = 4;

/**
 * Connections of each service to a database on this machine: enough for its cores and for commits that wait for the disk. Further ones only take turns
 * on the same cores, each with caches of its own: on two cores, spends with three to five connections took 5 to 10 % less CPU than with six or ten, in
 * interleaved runs.
 */
export const LOCAL_POOL_SIZE = Math.max(LEAST, Math.min(MOST, availableParallelism() + 2));
