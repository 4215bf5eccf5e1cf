/** A value that changes by requests whose moment of effect is not known exactly: between when they were sent and when they were answered. */
export interface Timeline {
  /** A change is about to be sent. From now on the value may be this one. */
  begin(value: number): void;
  /** The change is answered: the value is this one, and no earlier one any more. */
  confirm(value: number): void;
  /** What the value may have been at any moment from one instant to another. */
  possible(from: number, to: number): number[];
  /** What was confirmed last. */
  latest(): number;
}

interface Span {
  readonly value: number;
  readonly from: number;
  until: number;
}

/** Instants are those of `performance.now()`. */
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
