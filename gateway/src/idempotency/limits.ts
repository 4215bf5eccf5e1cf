/**
 * Longest to wait for a statement that requests share, and for a row that another transaction has locked: so much less than each of them waits in
 * all that, where one row is locked or a connection hangs, there is time to ask for each of the others again.
 */
export const SHARED_TIMEOUT_MS = 2_000;
export const LOCK_TIMEOUT_MS = 1_000;
