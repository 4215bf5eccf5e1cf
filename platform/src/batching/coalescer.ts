import { serviceUnavailable } from '../errors/index.js';
import type { CallContext } from '../grpc/contract.js';
import { remainingMs } from '../grpc/deadline.js';
import { inTrace, isTraced, withCurrentTrace } from '../telemetry/tracing.js';
import { mapBounded } from './map-bounded.js';

export interface CoalescerOptions<Item, Result> {
  /** Runs items of one or several callers in one call. Returns one result for each, in order. */
  readonly run: (items: Item[], call: CallContext) => Promise<Result[]>;
  /** Most items in one run. A caller with more items than that gets a run of its own size. */
  readonly maxItems: number;
  /**
   * Most runs under way at the same time. Callers that arrive while all are busy share the next
   * one.
   */
  readonly maxInFlight: number;
  /** Most items waiting. Further callers get service_unavailable. */
  readonly maxQueuedItems: number;
}

interface Waiting<Item, Result> {
  readonly items: Item[];
  readonly call: CallContext;
  readonly resolve: (results: Result[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Merges the work of concurrent callers into fewer, larger calls: a call costs far more than an
 * item in it. When nothing is in flight, a caller waits at most until the end of the current turn
 * of the event loop.
 *
 * A failed run is repeated once for each of its callers separately, at most `maxInFlight` at a
 * time, so one caller's bad item does not fail the others. It is not repeated for a caller whose
 * deadline has passed. Use it only for items that may run in any order and twice: reads, and
 * idempotent writes.
 */
export class Coalescer<Item, Result> {
  readonly #options: CoalescerOptions<Item, Result>;
  #queue: Waiting<Item, Result>[] = [];
  #queuedItems = 0;
  #inFlight = 0;
  #pumping = false;

  constructor(options: CoalescerOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Returns the results for the items, in order. Throws what `run` throws, or service_unavailable
   * when the queue is full.
   */
  load(items: Item[], call: CallContext): Promise<Result[]> {
    if (items.length === 0) return Promise.resolve([]);
    if (this.#queuedItems + items.length > this.#options.maxQueuedItems) {
      return Promise.reject(serviceUnavailable('the queue of coalesced work is full'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ items, call: withCurrentTrace(call), resolve, reject });
      this.#queuedItems += items.length;
      this.#pumpAtTheEndOfTheTurn();
    });
  }

  /** Defers the run, so that requests read from their sockets in the same turn share a call too. */
  #pumpAtTheEndOfTheTurn(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => {
      this.#pumping = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#inFlight < this.#options.maxInFlight && this.#queue.length > 0) {
      const batch = this.#takeBatch();
      this.#inFlight += 1;
      void this.#runBatch(batch).finally(() => {
        this.#inFlight -= 1;
        this.#pump();
      });
    }
  }

  #takeBatch(): Waiting<Item, Result>[] {
    let size = 0;
    let callers = 0;
    for (const waiting of this.#queue) {
      if (callers > 0 && size + waiting.items.length > this.#options.maxItems) break;
      size += waiting.items.length;
      callers += 1;
    }
    this.#queuedItems -= size;
    return this.#queue.splice(0, callers);
  }

  async #runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length === 1) return this.#runAlone(first);
    try {
      const items = batch.flatMap((waiting) => waiting.items);
      const deadlineAt = Math.max(...batch.map((waiting) => waiting.call.deadlineAt));
      // Shared work is in one trace only: that of a caller who is traced, if there is one.
      const { call } = batch.find((waiting) => isTraced(waiting.call.traceparent)) ?? first;
      const results = await this.#run(items, { deadlineAt, traceparent: call.traceparent });
      let start = 0;
      for (const waiting of batch) {
        waiting.resolve(results.slice(start, start + waiting.items.length));
        start += waiting.items.length;
      }
    } catch {
      await mapBounded(batch, this.#options.maxInFlight, (waiting) => this.#repeat(waiting));
    }
  }

  async #repeat(waiting: Waiting<Item, Result>): Promise<void> {
    if (remainingMs(waiting.call) > 0) await this.#runAlone(waiting);
    else waiting.reject(serviceUnavailable('shared work failed, and its deadline is over'));
  }

  async #runAlone(waiting: Waiting<Item, Result>): Promise<void> {
    try {
      waiting.resolve(await this.#run(waiting.items, waiting.call));
    } catch (error) {
      waiting.reject(error);
    }
  }

  async #run(items: Item[], call: CallContext): Promise<Result[]> {
    const results = await inTrace(call.traceparent, () => this.#options.run(items, call));
    if (results.length !== items.length) throw new Error(`${items.length} items got ${results.length} results`);
    return results;
  }
}
