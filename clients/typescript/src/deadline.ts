import { AbortedError, TimeoutError } from './errors.js';

/** The longest wait that a timer can hold. */
export const LONGEST_WAIT_MS = 2_147_483_647;

/** The end of a call: its time over all tries, and the caller's signal. */
export class Deadline {
  /** The failure of the last try. */
  lastFailure: unknown;
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #callersSignal: AbortSignal | undefined;
  readonly #ended: Promise<never>;
  readonly #onAbort = (): void => this.#controller.abort();
  #reject!: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endsAt = 0;

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#callersSignal = signal;
    this.#ended = new Promise((_, reject) => {
      this.#reject = reject;
    });
    // The rejection reaches whoever races against it; it may also come when nobody does.
    this.#ended.catch(() => {});
    this.signal.addEventListener('abort', () => this.#reject(this.#error()));
    this.#start(timeoutMs);
    if (signal?.aborted === true) this.#onAbort();
    signal?.addEventListener('abort', this.#onAbort);
  }

  /** Aborts when the time is up or the caller aborts. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Returns what the promise does, or throws TimeoutError or AbortedError when that comes first. */
  async race<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.#ended]);
  }

  /** Throws TimeoutError or AbortedError when the call has ended. */
  check(): void {
    if (this.signal.aborted) throw this.#error();
  }

  /**
   * Waits, or until `wake` settles. With `pause` the time of the call stands still meanwhile.
   */
  async sleep(ms: number, { pause = false, wake }: { pause?: boolean; wake?: Promise<void> } = {}): Promise<void> {
    this.check();
    const leftMs = this.remainingMs();
    if (pause) clearTimeout(this.#timer);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, LONGEST_WAIT_MS));
    });
    try {
      await this.race(wake === undefined ? slept : Promise.race([slept, wake]));
    } finally {
      clearTimeout(timer);
      if (pause) this.#start(leftMs);
    }
  }

  /** Releases the timer and the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#callersSignal?.removeEventListener('abort', this.#onAbort);
  }

  #start(ms: number): void {
    this.#endsAt = performance.now() + ms;
    this.#timer = setTimeout(() => this.#controller.abort(), ms);
  }

  #error(): AbortedError | TimeoutError {
    if (this.#callersSignal?.aborted === true) {
      return new AbortedError('The signal of the caller ended the call.', { cause: this.#callersSignal.reason });
    }
    return new TimeoutError(`The call did not end within ${this.#timeoutMs} ms.`, { cause: this.lastFailure });
  }
}
