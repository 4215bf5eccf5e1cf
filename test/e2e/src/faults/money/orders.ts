import { randomUUID } from 'node:crypto';
import type { Revealable } from '../directory/records.js';
import type { Random } from '../random.js';

export interface FaultCustomer {
  readonly accountId: string;
  readonly keyId: string;
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
  readonly maxMillicredits: number;
}

/** What there is to spend on. */
export type Shelf = Readonly<Record<Revealable['kind'], readonly Revealable[]>>;

export interface OrderOptions {
  /** Default: a new one. */
  readonly idempotencyKey?: string;
  /** How often the cap is too low for what is wanted. */
  readonly lowCaps?: number;
}

/** Draws requests of all kinds that spend. */
export function drawOrder(random: Random, customer: FaultCustomer, shelf: Shelf, options: OrderOptions = {}): Order {
  const { idempotencyKey = randomUUID(), lowCaps = 0.08 } = options;
  const kind = random.pick(['contact', 'contact', 'contact', 'person', 'switchboard', 'organization'] as const);
  const all = kind === 'person' ? shelf.contact.filter(({ match }) => match !== undefined) : shelf[kind];
  const subjects = random.some(all, random.between(1, 8));
  const infoTypes =
    kind === 'organization' ? ['details'] : random.pick([['email'], ['phone'], ['email', 'phone'], ['phone', 'email']]);
  const maxCredits = random.chance(lowCaps) ? 0.5 : 1_000;
  const common = { customer, idempotencyKey, subjects, infoTypes, maxMillicredits: maxCredits * 1_000 };
  const itemsOf = (item: (subject: Revealable) => object): object[] =>
    subjects.map((subject, index) => ({ ref: String(index), ...item(subject) }));
  if (kind === 'contact') {
    const items = itemsOf(({ id }) => ({ contactId: id }));
    return { ...common, path: '/contacts/reveal', body: { items, infoTypes, maxCredits } };
  }
  const items = itemsOf(({ id, match }) => (kind === 'person' ? (match as object) : { id }));
  return { ...common, path: MATCHES[kind], body: { items, reveal: infoTypes, maxCredits } };
}

const MATCHES = {
  person: '/people/match',
  switchboard: '/organizations/switchboards/match',
  organization: '/organizations/match',
} as const;

/** What an order is called in a report. */
export function nameOf({ path, idempotencyKey }: Order): string {
  return `${path} with key ${idempotencyKey}`;
}
