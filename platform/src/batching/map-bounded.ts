/**
 * Returns the results of `work` for every item, in order, with at most `maxInFlight` under way.
 * Rejects with the first failure and starts no further item.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  maxInFlight: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const takeTurns = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxInFlight, items.length) }, takeTurns));
  return results;
}
