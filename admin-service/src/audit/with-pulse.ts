import { withTimeout } from '@prospecting/platform/timing';

/**
 * Yields the items of a generator, and `undefined` whenever it has been silent for `everyMs`.
 * Ending it early does not wait for the item that is being produced.
 */
export async function* withPulse<Item>(
  items: AsyncGenerator<Item, void>,
  everyMs: number,
): AsyncGenerator<Item | undefined, void> {
  let next = items.next();
  try {
    for (;;) {
      const result = await withTimeout(next, everyMs, () => undefined);
      if (result?.done === true) return;
      yield result?.value;
      if (result !== undefined) next = items.next();
    }
  } finally {
    void items.return();
  }
}
