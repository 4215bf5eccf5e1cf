/** What can be priced: info types by subject. */
export const INFO_TYPES = {
  contact: ['email', 'phone', 'linkedIn'],
  switchboard: ['email', 'phone'],
  organization: ['details'],
} as const;

export type Subject = keyof typeof INFO_TYPES;
export type InfoType = (typeof INFO_TYPES)[Subject][number];

/** What one info type of a subject costs the accounts of a price group, in 1/1000 credit. */
export interface Price {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  readonly millicredits: number;
}

/** The group whose prices hold where a group sets none of its own. */
export const DEFAULT_GROUP = 'default';

const DEFAULT_PRICES: readonly Price[] = [
  { group: DEFAULT_GROUP, subject: 'contact', infoType: 'email', millicredits: 200 },
  { group: DEFAULT_GROUP, subject: 'contact', infoType: 'phone', millicredits: 1000 },
  { group: DEFAULT_GROUP, subject: 'contact', infoType: 'linkedIn', millicredits: 0 },
  { group: DEFAULT_GROUP, subject: 'switchboard', infoType: 'email', millicredits: 200 },
  { group: DEFAULT_GROUP, subject: 'switchboard', infoType: 'phone', millicredits: 1000 },
  { group: DEFAULT_GROUP, subject: 'organization', infoType: 'details', millicredits: 200 },
];

/** A million credits: prices.prices_millicredits_check. */
const MAX_MILLICREDITS = 1_000_000_000;
const MAX_GROUP_LENGTH = 64;

/**
 * The price for accounts of a group, in millicredits: the group's own, else what the group `default` sets, else the default.
 * @param setPrices prices that were set, of any groups
 */
export function priceOf(setPrices: readonly Price[], group: string, subject: string, infoType: string): number {
  const among = (prices: readonly Price[], wanted: string): number | undefined =>
    prices.find((price) => price.group === wanted && price.subject === subject && price.infoType === infoType)
      ?.millicredits;
  const millicredits =
    among(setPrices, group) ?? among(setPrices, DEFAULT_GROUP) ?? among(DEFAULT_PRICES, DEFAULT_GROUP);
  if (millicredits === undefined) throw new Error(`${subject} has no info type ${infoType}`);
  return millicredits;
}

/** Every price in force: the group `default` complete, then what other groups set of their own, as they come. */
export function pricesInForce(setPrices: readonly Price[]): Price[] {
  const defaults = DEFAULT_PRICES.map((price) => ({
    ...price,
    millicredits: priceOf(setPrices, DEFAULT_GROUP, price.subject, price.infoType),
  }));
  return [...defaults, ...setPrices.filter((price) => price.group !== DEFAULT_GROUP)];
}

/** What is wrong with a price that is to be set: messages by field, empty when nothing is. */
export function priceProblems(price: Price): Record<string, string[]> {
  if (!isGroupName(price.group)) return { group: [`must be a name of 1 to ${MAX_GROUP_LENGTH} characters`] };
  if (!isSubject(price.subject)) return { subject: [`must be one of ${Object.keys(INFO_TYPES).join(', ')}`] };
  const infoTypes: readonly string[] = INFO_TYPES[price.subject];
  if (!infoTypes.includes(price.infoType)) {
    return { infoType: [`must be one of ${infoTypes.join(', ')} for the subject ${price.subject}`] };
  }
  if (!Number.isSafeInteger(price.millicredits) || price.millicredits < 0 || price.millicredits > MAX_MILLICREDITS) {
    return { credits: [`must be from 0 to ${MAX_MILLICREDITS / 1000} with at most 3 decimals`] };
  }
  if (price.infoType === 'linkedIn' && price.millicredits > 0)
    return { credits: ['linkedIn is never charged: must be 0'] };
  return {};
}

function isSubject(subject: string): subject is Subject {
  return Object.hasOwn(INFO_TYPES, subject);
}

function isGroupName(group: string): boolean {
  return group.length >= 1 && group.length <= MAX_GROUP_LENGTH && !/[\p{Cc}\p{Cs}]|^\s|\s$/u.test(group);
}
