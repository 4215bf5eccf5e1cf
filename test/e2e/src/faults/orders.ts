import { randomUUID } from 'node:crypto';
import type { FaultDirectory, Revealable } from './records.js';
import type { Random } from './random.js';

export interface FaultCustomer {
  readonly accountId: string;
  readonly key: string;
}

/** One request that spends, to be repeated with the same Idempotency-Key until it is answered. */
export interface Order {
  readonly customer: FaultCustomer;
  readonly idempotencyKey: string;
  readonly path: string;
  readonly body: object;
  readonly subjects: readonly Revealable[];
  readonly infoTypes: readonly string[];
}

/** Draws requests of all kinds. Several at once want the same, as they draw from a window that moves on slowly. */
export function drawOrder(random: Random, customer: FaultCustomer, { revealables }: FaultDirectory): Order {
  const kind = random.pick(['contact', 'contact', 'contact', 'switchboard', 'organization'] as const);
  const subjects = random.some(revealables[kind], random.between(1, 8));
  const infoTypes =
    kind === 'organization' ? ['details'] : random.pick([['email'], ['phone'], ['email', 'phone'], ['phone', 'email']]);
  const maxCredits = random.chance(0.08) ? 0.5 : 1_000;
  const common = { customer, idempotencyKey: randomUUID(), subjects, infoTypes };
  if (kind === 'contact') {
    const items = subjects.map(({ id }, index) => ({ ref: String(index), contactId: id }));
    return { ...common, path: '/contacts/reveal', body: { items, infoTypes, maxCredits } };
  }
  const items = subjects.map(({ id }, index) => ({ ref: String(index), id }));
  const path = kind === 'organization' ? '/organizations/match' : '/organizations/switchboards/match';
  return { ...common, path, body: { items, reveal: infoTypes, maxCredits } };
}
