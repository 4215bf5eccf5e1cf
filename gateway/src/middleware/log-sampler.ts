export interface LogSamplerOptions {
  /** Log lines that pass in one window. Default: 10. */
  readonly lines?: number | undefined;
  /** Length of a window, which begins with its first line. Default: 1 000. */
  readonly windowMs?: number | undefined;
}

/** Passes a bounded number of log lines in each window, and reports how many it omitted. */
export class LogSampler {
  readonly #lines: number;
  readonly #windowMs: number;
  readonly #report: (omitted: number) => void;
  #passed = 0;
  #omitted = 0;
  #isWindowOpen = false;

  /**
   * @param report called at the end of each window in which lines were omitted, with their number
   */
  constructor(report: (omitted: number) => void, { lines = 10, windowMs = 1_000 }: LogSamplerOptions = {}) {
    this.#report = report;
    this.#lines = lines;
    this.#windowMs = windowMs;
  }

  /** Returns true when the line may be logged. */
  admits(): boolean {
    if (!this.#isWindowOpen) {
      this.#isWindowOpen = true;
      setTimeout(() => this.#endWindow(), this.#windowMs).unref();
    }
    if (this.#passed < this.#lines) {
      this.#passed += 1;
      return true;
    }
    this.#omitted += 1;
    return false;
  }

  #endWindow(): void {
    const omitted = this.#omitted;
    this.#isWindowOpen = false;
    this.#passed = 0;
    this.#omitted = 0;
    if (omitted > 0) this.#report(omitted);
  }
}
