import { randomUUID } from 'node:crypto';
import type { Random } from '@prospecting/platform/random';
import type { Revealable } from '../directory/records.js';

export interface FaultCustomer {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
}

/** One request that spends, repeated with the same Idempotency-Key until it is answered. */
export interface Order {
  readonly customer: FaultCustomer;
  readonly idempotencyKey: string;
  readonly path: string;
  readonly body: object;
  readonly subjects: readonly Revealable[];
  readonly infoTypes: readonly string[];
  readonly maxMillicredits: number;
}

/** The subjects that orders can reveal, by kind. */
export type Catalog = Readonly<Record<Revealable['kind'], readonly Revealable[]>>;

export interface OrderOptions {
  /** Default: a new random key. */
  readonly idempotencyKey?: string;
  /** The probability that maxCredits is too low for the order. Default: 0.08. */
  readonly lowCaps?: number;
}

/** Draws a random request of any kind that spends. */
export function drawOrder(
  random: Random,
  customer: FaultCustomer,
  catalog: Catalog,
  options: OrderOptions = {},
): Order {
  const { idempotencyKey = randomUUID(), lowCaps = 0.08 } = options;
  const kind = random.pick(['contact', 'contact', 'contact', 'person', 'switchboard', 'organization'] as const);
  const all = kind === 'person' ? catalog.contact.filter(({ match }) => match !== undefined) : catalog[kind];
  const subjects = random.sample(all, random.between(1, 8));
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

/** Returns the name of an order in reports. */
export function nameOf({ path, idempotencyKey }: Order): string {
  return `${path} with key ${idempotencyKey}`;
}
