/** A benchmark: the product beside its ceiling, in one run. */
export interface Bench {
  readonly summary: string;
  readonly usage: string;
  /**
   * Runs the benchmark and prints its result on standard output. Throws UsageError. An abort stops
   * everything that it started.
   */
  run(args: readonly string[], signal: AbortSignal): Promise<void>;
}
