/**
 * Longest to wait for a statement that requests share: so much less than each of them waits in all that, where one row is locked or a connection
 * hangs, there is time to ask for each of the others again.
 */
export const SHARED_TIMEOUT_MS = 2_000;
