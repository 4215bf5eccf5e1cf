export type { Backends } from './backends.js';
export { createReads, type Reads } from './reads.js';
