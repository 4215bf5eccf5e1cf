import { availableParallelism } from 'node:os';

/** Connections of one pool at most, however many cores there are: five pools share a server that takes 200. */
const MOST = 20;

/**
 * Connections of each service to a database on this machine. More than keep its cores busy only take turns on them, each with caches of its own:
 * on two cores spends are a tenth slower with ten connections for each service than with three to five.
 */
export const LOCAL_POOL_SIZE = Math.min(MOST, availableParallelism() + 2);
