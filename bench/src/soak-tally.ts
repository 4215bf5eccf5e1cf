import { percentile } from './statistics.js';

/** A wrong, late or missing answer. */
export interface Fault {
  readonly atMs: number;
  readonly operation: string;
  readonly what: string;
}

/** What clients observed between two samples. */
export interface Window {
  readonly answered: number;
  readonly p99Ms: number | undefined;
}

/** Counts of the whole run. */
export interface Counts {
  /** By operation. */
  readonly answered: Readonly<Record<string, number>>;
  /** Failures while a service was away. */
  readonly excused: number;
  /** Spends that were answered only when they were repeated with their key. */
  readonly repeated: number;
  readonly faults: number;
}

/** Counts what the clients of a soak observe, in bounded memory. */
export interface Tally {
  answered(operation: string, tookMs: number): void;
  excused(): void;
  repeated(): void;
  fault(fault: Fault): void;
  counts(): Counts;
  /** The first faults. */
  readonly faults: readonly Fault[];
  /** Returns what was observed since the last call. */
  window(): Window;
}

const KEPT_FAULTS = 20;

export function createTally(): Tally {
  const answered: Record<string, number> = {};
  const faults: Fault[] = [];
  const counts = { excused: 0, repeated: 0, faults: 0 };
  let latenciesMs: number[] = [];
  return {
    answered(operation, tookMs) {
      answered[operation] = (answered[operation] ?? 0) + 1;
      latenciesMs.push(tookMs);
    },
    excused: () => void (counts.excused += 1),
    repeated: () => void (counts.repeated += 1),
    fault(fault) {
      counts.faults += 1;
      if (faults.length < KEPT_FAULTS) faults.push(fault);
    },
    counts: () => ({ ...counts, answered: { ...answered } }),
    faults,
    window() {
      const sorted = latenciesMs.sort((a, b) => a - b);
      latenciesMs = [];
      return { answered: sorted.length, p99Ms: sorted.length === 0 ? undefined : percentile(sorted, 0.99) };
    },
  };
}
