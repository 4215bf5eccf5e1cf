/**
 * Returns the smallest value that at least `share` of all values do not exceed (nearest rank).
 *
 * @param sorted At least one value, ascending.
 * @param share 0 to 1.
 */
export function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) throw new RangeError('no values');
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] as number;
}

/** Returns the middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
