/** Keeps a sole trader's number, a personal number, from being found by trying. */
export { createMissedNumbers, type MissedNumbers } from './missed-numbers.js';
export { createNumberGuard, type NumberGuard } from './number-guard.js';
export { startForgetting } from './sweeper.js';
