export { createReads, type Backends, type Reads, type Spender } from './reads.js';
