/**
 * What a generator yields, and `undefined` each time that it has been silent for `everyMs`. One that is
 * ended early does not wait for what is under way.
 */
export async function* withPulse<Item>(
  items: AsyncGenerator<Item, void>,
  everyMs: number,
): AsyncGenerator<Item | undefined, void> {
  let next = items.next();
  try {
    for (;;) {
      const result = await within(next, everyMs);
      if (result?.done === true) return;
      yield result?.value;
      if (result !== undefined) next = items.next();
    }
  } finally {
    void items.return();
  }
}

/** `undefined`: not within the time. */
async function within<Value>(work: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
