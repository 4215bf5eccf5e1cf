/** Keeps callers from finding the number of a sole trader, a personal number, by guessing. */
export { createMissedNumbers, type MissedNumbers } from './missed-numbers.js';
export { createNumberGuard, type NumberGuard } from './number-guard.js';
