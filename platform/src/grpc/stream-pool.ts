import { status as grpcStatus, type Client } from '@grpc/grpc-js';
import { createBackoff, withTimeout, type Backoff } from '../timing/index.js';
import { CallStream } from './stream-client.js';

/** More backends than this are found in later rounds. */
const MAX_BACKENDS = 100;

/** A connection that its server has ended for its age serves streams for 20 s more. */
const RENEW_MS = 5_000;

/** A server accepts a stream within a round trip. */
const ACCEPT_MS = 1_000;

/** A backend that does not accept is left out of a round, unless many do not. */
const MAX_FAILURES = 3;

/** Before the first renewal, and after a backend was found or lost. */
const FIRST_RENEWAL_MS = 100;

/**
 * One call stream to each backend of a client, of which calls take turns.
 *
 * Round by round, the streams are replaced by new ones: the client of this pool picks the backends
 * in turn (round_robin), so a round is over when a backend comes up for the second time. That
 * finds new backends, leaves those that stop, and follows a connection that its server ends for
 * its age. Between rounds a stream that ends is only left out.
 *
 * There are no streams while one of the backends does not know them (the release before), while
 * none can be reached, and while nobody calls. Calls then go alone.
 */
export class StreamPool {
  #streams: readonly CallStream[] = [];
  #opening: CallStream | undefined;
  #turn = 0;
  #used = false;
  #running = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #client: Client;
  readonly #renewMs: number;
  readonly #backoff: Backoff;

  /** `client` is for this pool only: another call would take the turn of a backend. */
  constructor(client: Client, renewMs = RENEW_MS) {
    this.#client = client;
    this.#renewMs = renewMs;
    this.#backoff = createBackoff({ firstMs: FIRST_RENEWAL_MS, maxMs: renewMs });
  }

  /** Returns the stream for a call with this deadline, or undefined when it must go alone. */
  next(deadlineAt: number): CallStream | undefined {
    this.#used = true;
    if (!this.#running && !this.#closed) this.#startRound();
    for (let tries = 0; tries < this.#streams.length; tries += 1) {
      this.#turn = (this.#turn + 1) % this.#streams.length;
      const stream = this.#streams[this.#turn];
      // Two rounds: a stream that the last round could not replace may lead nowhere.
      if (stream?.canCarry(deadlineAt, 2 * this.#renewMs) === true) return stream;
    }
    return undefined;
  }

  /** Takes no more calls. Those in flight are still answered. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#opening?.cancel();
    this.#replaceWith([]);
    this.#client.close();
  }

  /** One round. Does not throw. */
  async #renew(): Promise<void> {
    const found = new Map<string, CallStream>();
    const refused = await this.#openEach(found);
    if (this.#closed || refused) for (const stream of found.values()) stream.retire();
    if (this.#closed) return;
    if (refused) this.#replaceWith([]);
    else if (found.size > 0) this.#adopt(found);
    this.#plan();
  }

  /** Opens a stream to each backend. Returns true when one of them does not know streams. */
  async #openEach(found: Map<string, CallStream>): Promise<boolean> {
    let failures = 0;
    while (found.size < MAX_BACKENDS && failures < MAX_FAILURES && !this.#closed) {
      try {
        const stream = await this.#open();
        if (found.has(stream.peer)) {
          stream.retire();
          return false;
        }
        found.set(stream.peer, stream);
      } catch (error) {
        if (isUnimplemented(error)) return true;
        failures += 1;
      }
    }
    return false;
  }

  async #open(): Promise<CallStream> {
    const stream = new CallStream(this.#client, () => this.#onLoss());
    this.#opening = stream;
    try {
      await withTimeout(stream.accepted, ACCEPT_MS, () => {
        stream.cancel();
        throw new Error('the call stream was not accepted in time');
      });
      return stream;
    } finally {
      this.#opening = undefined;
    }
  }

  #adopt(found: ReadonlyMap<string, CallStream>): void {
    const known = new Set(this.#streams.map(({ peer }) => peer));
    if (known.size !== found.size || [...found.keys()].some((peer) => !known.has(peer))) this.#backoff.reset();
    this.#replaceWith([...found.values()]);
  }

  #replaceWith(streams: readonly CallStream[]): void {
    const former = this.#streams;
    this.#streams = streams;
    for (const stream of former) stream.retire();
  }

  /** Ends the streams when nobody has called since the last round: they keep a connection in use. */
  #startRound(): void {
    this.#running = this.#used;
    this.#used = false;
    if (this.#running) void this.#renew();
    else this.#replaceWith([]);
  }

  #onLoss(): void {
    this.#backoff.reset();
    // Without a timer, a round is under way.
    if (this.#timer !== undefined) this.#plan();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startRound();
    }, this.#backoff.nextMs()).unref();
  }
}

function isUnimplemented(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === grpcStatus.UNIMPLEMENTED;
}
