/**
 * Sparse lists: one element per item of a batch, and `undefined` for an item that has none because
 * it is invalid or was not found. A batch must keep the order of its items.
 */
export type Sparse<Value> = readonly (Value | undefined)[];

/** Maps the defined elements with one call, and returns the results at the same indexes. */
export async function mapCompacted<Value, Result>(
  sparse: Sparse<Value>,
  map: (values: Value[]) => Promise<Result[]>,
): Promise<(Result | undefined)[]> {
  return realign(sparse, await map(compact(sparse)));
}

/** Returns the defined elements. */
export function compact<Value>(sparse: Sparse<Value>): Value[] {
  return sparse.filter((element) => element !== undefined);
}

/** Puts the results for the defined elements at the indexes of those elements. */
export function realign<Result>(sparse: Sparse<unknown>, results: readonly Result[]): (Result | undefined)[] {
  let next = 0;
  return sparse.map((element) => {
    if (element === undefined) return undefined;
    next += 1;
    return results[next - 1];
  });
}
