import { createHash } from 'node:crypto';
import type { Order } from '../money/orders.js';

/** Records which stored responses the harness deleted. */
export interface LostResponses {
  add(hashes: readonly string[]): void;
  has(order: Order): boolean;
}

export function createLostResponses(): LostResponses {
  const lost = new Set<string>();
  return {
    add: (hashes) => hashes.forEach((hash) => lost.add(hash)),
    has: ({ idempotencyKey }) => lost.has(createHash('sha256').update(idempotencyKey).digest('hex')),
  };
}
