/**
 * Longest to wait for a statement that requests share, and for a row that another transaction has locked: so much less than each of them waits in
 * all (`timeoutMs` of the store) that, where a row is locked or a connection hangs, there is time to ask for each of the others alone.
 */
export const SHARED_TIMEOUT_MS = 2_000;
export const LOCK_TIMEOUT_MS = 1_000;

/**
 * When what was claimed for nobody is taken back, counted from when its statement is known to be over or was given up: at once, and again when the
 * server has cancelled whatever of it still ran.
 */
export const TAKE_BACK_AFTER_MS: readonly number[] = [0, 7_000];
