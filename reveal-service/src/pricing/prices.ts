import { INFO_TYPES, infoTypesOf, isPublic, isSubject, SUBJECTS } from '../subjects.js';

/** What one info type of a subject costs the accounts of a price group. */
export interface Price {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  /** In 1/1000 credit. */
  readonly millicredits: number;
}

/** The group whose prices apply where a group sets none of its own. */
export const DEFAULT_GROUP = 'default';

const DEFAULT_PRICES: readonly Price[] = SUBJECTS.flatMap((subject) =>
  Object.entries(INFO_TYPES[subject]).map(([infoType, { defaultMillicredits }]) => ({
    group: DEFAULT_GROUP,
    subject,
    infoType,
    millicredits: defaultMillicredits,
  })),
);

/** A million credits, as in the constraint `prices_millicredits_check`. */
const MAX_MILLICREDITS = 1_000_000_000;
const MAX_GROUP_LENGTH = 64;

/**
 * Returns the price for the accounts of a group, in millicredits: the group's own price, else that
 * of the group `default`, else the default of the code. Throws when the subject has no such info
 * type.
 * @param setPrices the prices that operators set, of any groups
 */
export function priceOf(setPrices: readonly Price[], group: string, subject: string, infoType: string): number {
  const findIn = (prices: readonly Price[], wanted: string): number | undefined =>
    prices.find((price) => price.group === wanted && price.subject === subject && price.infoType === infoType)
      ?.millicredits;
  const millicredits =
    findIn(setPrices, group) ?? findIn(setPrices, DEFAULT_GROUP) ?? findIn(DEFAULT_PRICES, DEFAULT_GROUP);
  if (millicredits === undefined) throw new Error(`${subject} has no info type ${infoType}`);
  return millicredits;
}

/** Returns every price in force: the complete group `default`, then what other groups set. */
export function pricesInForce(setPrices: readonly Price[]): Price[] {
  const defaults = DEFAULT_PRICES.map((price) => ({
    ...price,
    millicredits: priceOf(setPrices, DEFAULT_GROUP, price.subject, price.infoType),
  }));
  return [...defaults, ...setPrices.filter((price) => price.group !== DEFAULT_GROUP)];
}

/**
 * Returns what is wrong with a price that an operator sets: messages by field, empty when valid.
 */
export function priceProblems({ group, subject, infoType, millicredits }: Price): Record<string, string[]> {
  if (!isGroupName(group)) return { group: [`must be a name of 1 to ${MAX_GROUP_LENGTH} characters`] };
  if (!isSubject(subject)) return { subject: [`must be one of ${SUBJECTS.join(', ')}`] };
  const infoTypes: readonly string[] = infoTypesOf(subject);
  if (!infoTypes.includes(infoType)) {
    return { infoType: [`must be one of ${infoTypes.join(', ')} for the subject ${subject}`] };
  }
  if (!Number.isSafeInteger(millicredits) || millicredits < 0 || millicredits > MAX_MILLICREDITS) {
    return { credits: [`must be from 0 to ${MAX_MILLICREDITS / 1000} with at most 3 decimals`] };
  }
  if (isPublic(subject, infoType) && millicredits > 0) return { credits: [`${infoType} is never charged: must be 0`] };
  return {};
}

function isGroupName(group: string): boolean {
  return group.length >= 1 && group.length <= MAX_GROUP_LENGTH && !/[\p{Cc}\p{Cs}]|^\s|\s$/u.test(group);
}
