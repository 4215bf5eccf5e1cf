import { withTimeout } from '@prospecting/platform/timing';

/**
 * Yields the items of a generator, and `undefined` whenever it has been silent for `everyMs` or the
 * signal is aborted. Ending it early does not wait for the item that is being produced.
 */
export async function* withPulse<Item>(
  items: AsyncGenerator<Item, void>,
  everyMs: number,
  signal: AbortSignal,
): AsyncGenerator<Item | undefined, void> {
  let onAbort = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  let next = items.next();
  try {
    for (;;) {
      const result = await withTimeout(Promise.race([next, aborted]), everyMs, () => undefined);
      if (result?.done === true) return;
      yield result?.value;
      if (result !== undefined) next = items.next();
    }
  } finally {
    // The signal lives as long as the process, and has one listener for each audited account.
    signal.removeEventListener('abort', onAbort);
    void items.return();
  }
}
