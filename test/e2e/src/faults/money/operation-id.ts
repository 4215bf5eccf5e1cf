import { createHash } from 'node:crypto';
import type { Order } from './orders.js';

const BASE_PATH = '/external/v1';

/**
 * Returns the hexadecimal id of an order's operation in reveal.operations, derived from key,
 * request and Idempotency-Key as decision 12 defines. A wrong derivation cannot go unnoticed: every
 * success must have its row.
 */
export function operationIdOf({ customer, path, body, idempotencyKey }: Order): string {
  const fingerprint = createHash('sha256')
    .update(`POST ${BASE_PATH}${path}\n${canonical(body)}`)
    .digest();
  return createHash('sha256').update(`${customer.keyId}\n`).update(fingerprint).update(idempotencyKey).digest('hex');
}

/**
 * Serializes canonically. Simple because orders contain only plain text, and numbers with one
 * written form.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
