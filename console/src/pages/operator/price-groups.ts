import type { Price } from '../../api/types.js';

const DEFAULT = 'default';

/**
 * Returns the prices by group, the default group first. Another group has a row for everything that
 * has a default price, because what it does not price costs the default.
 */
export function byGroup(prices: readonly Price[]): readonly (readonly [string, readonly Price[]])[] {
  const names = [...new Set(prices.map(({ group }) => group))].toSorted((one, other) => {
    if (one === DEFAULT || other === DEFAULT) return one === DEFAULT ? -1 : 1;
    return one < other ? -1 : 1;
  });
  return names.map((name) => [name, pricesOfNewGroup(prices, name)] as const);
}

/** Returns what a group charges for everything that has a price. */
export function pricesOfNewGroup(prices: readonly Price[], group: string): readonly Price[] {
  const own = prices.filter((price) => price.group === group);
  const inherited = prices
    .filter((price) => price.group === DEFAULT)
    .filter((price) => !own.some(({ subject, infoType }) => subject === price.subject && infoType === price.infoType))
    .map((price) => ({ ...price, group }));
  return [...own, ...inherited].toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

function sortKey({ subject, infoType }: Price): string {
  return `${subject} ${infoType}`;
}
