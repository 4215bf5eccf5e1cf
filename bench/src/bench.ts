/** One benchmark: ours beside its ceiling, in one run. */
export interface Bench {
  readonly summary: string;
  readonly usage: string;
  /** Prints its result on standard output. Throws UsageError; an abort ends it with everything stopped. */
  run(args: readonly string[], signal: AbortSignal): Promise<void>;
}
