import { availableParallelism } from 'node:os';

/** Connections of one pool at most, however many cores there are: five pools share a server that takes 200. */
const MOST = 20;

/**
 * Connections of each service to a database on this machine: enough for its cores, for commits that wait for the disk, and for one request that
 * reads for four accounts at once. Further ones only take turns on the same cores, each with caches of its own (on two cores, spends with three
 * to five connections took some 5 to 10 % less CPU than with ten, in interleaved runs).
 */
export const LOCAL_POOL_SIZE = Math.min(MOST, availableParallelism() + 4);
