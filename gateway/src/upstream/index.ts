export type { Backends, Spender } from './backends.js';
export { createReads, type Reads } from './reads.js';
