export { Coalescer, type CoalescerOptions } from './coalescer.js';
export { mapBounded } from './map-bounded.js';
