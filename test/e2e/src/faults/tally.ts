/** Counts events by name. */
export interface Tally {
  add(name: string, count?: number): void;
  total(): number;
  get(name: string): number;
  /** Returns the counts sorted by name. */
  entries(): [name: string, count: number][];
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    get: (name) => counts.get(name) ?? 0,
    entries: () => [...counts].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
