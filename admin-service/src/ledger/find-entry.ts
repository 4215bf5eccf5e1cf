/**
 * How much earlier an entry may be than one before it: the entries of an account are in the order of
 * the changes of its balance, and each service's clock may differ by 2 s from the database's.
 */
export const DISORDER_MS = 4_000;

interface Entry {
  readonly entryId: number;
  readonly atMs: number;
}

/**
 * Returns an entry id that every entry since an instant follows, by a search over the entry ids,
 * which are 1, 2, 3, …: some 40 reads by primary key for a ledger of a million entries.
 * @param entryAfter reads the first entry after an id
 */
export async function entryBefore(
  instant: Date,
  entryAfter: (entryId: number) => Promise<Entry | undefined>,
): Promise<number> {
  const limitMs = instant.getTime() - DISORDER_MS;
  const isEarlier = async (entryId: number): Promise<boolean> => {
    const entry = await entryAfter(entryId - 1);
    return entry !== undefined && entry.atMs < limitMs;
  };
  let earlier = 0;
  let step = 1;
  while (await isEarlier(earlier + step)) {
    earlier += step;
    step *= 2;
  }
  let later = earlier + step;
  while (later - earlier > 1) {
    const middle = earlier + Math.floor((later - earlier) / 2);
    if (await isEarlier(middle)) earlier = middle;
    else later = middle;
  }
  return earlier;
}
