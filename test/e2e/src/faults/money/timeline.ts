/**
 * A value that requests change. The moment at which a change takes effect is not known exactly: it
 * lies between the request and its answer.
 */
export interface Timeline {
  /** Records that a change is about to be sent. From now on the value may be this one. */
  begin(value: number): void;
  /** Records that the change was answered: the value is this one, and no earlier one. */
  confirm(value: number): void;
  /** Returns every value that may have applied at any moment from `from` to `to`. */
  possible(from: number, to: number): number[];
  /** Returns the value that was confirmed last. */
  latest(): number;
}

interface Span {
  readonly value: number;
  readonly from: number;
  until: number;
}

/** Creates a timeline. Instants are those of `performance.now()`. */
export function createTimeline(first: number): Timeline {
  const spans: Span[] = [{ value: first, from: -Infinity, until: Infinity }];
  let latest = first;
  return {
    begin: (value) => void spans.push({ value, from: performance.now(), until: Infinity }),
    confirm(value) {
      latest = value;
      const current = spans.findLast((span) => span.value === value);
      for (const span of spans) {
        if (span !== current && span.until === Infinity) span.until = performance.now();
      }
    },
    possible: (from, to) => spans.filter((span) => span.from <= to && span.until >= from).map(({ value }) => value),
    latest: () => latest,
  };
}
