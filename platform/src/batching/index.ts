export { Coalescer, type CoalescerOptions } from './coalescer.js';
