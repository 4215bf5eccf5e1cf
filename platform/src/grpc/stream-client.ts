import { Metadata, status as grpcStatus, type Client, type ClientDuplexStream, type StatusObject } from '@grpc/grpc-js';
import { withTimeout } from '../timing/index.js';
import type { CallContext } from './contract.js';
import { remainingMs } from './deadline.js';
import { callStreamService, type AnswerFrame, type Answers, type CallFrame, type Calls } from './frames.js';
import { MAX_CALLS } from './limits.js';
import { Outbox } from './outbox.js';
import { fromFailure, statusError } from './trailers.js';

/**
 * Half of what a server takes: it may still work on calls whose callers have stopped waiting.
 */
const MAX_IN_FLIGHT = MAX_CALLS / 2;

/** A larger request goes alone: the small ones of others would wait behind it. */
export const MAX_REQUEST_BYTES = 256 * 1024;

/** Ends what nothing else has ended. A call that may last longer does not use the stream. */
const LIFE_MS = 60_000;

/** A call failed before any part of it was written. Another connection can take it. */
export const NOT_SENT = new Error('the call stream ended before the call was sent');

interface PendingCall extends Omit<CallFrame, 'timeoutMs'> {
  readonly deadlineAt: number;
}

interface Waiter {
  resolve(response: Buffer): void;
  reject(error: Error): void;
}

/** The client's end of one call stream (docs/decisions/0028-reads-share-a-stream.md). */
export class CallStream {
  /** Resolves once the server has accepted the stream. Rejects with the status otherwise. */
  readonly accepted: Promise<void>;
  readonly #openedAt = Date.now();
  readonly #rpc: ClientDuplexStream<Calls, Answers>;
  readonly #outbox: Outbox<PendingCall>;
  readonly #waiters = new Map<number, Waiter>();
  #lastId = 0;
  #open = false;
  #status: StatusObject = { code: grpcStatus.UNAVAILABLE, details: 'no status', metadata: new Metadata() };

  /** `onLoss` is called when an accepted stream ends, or its server drains, before `retire`. */
  constructor(client: Client, onLoss: () => void) {
    const { path, requestSerialize, responseDeserialize } = callStreamService.Carry as ServiceMethod;
    const options = { deadline: this.#openedAt + LIFE_MS };
    this.#rpc = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata(), options);
    this.#outbox = new Outbox(this.#rpc, (calls): Calls => ({ calls: calls.map(toFrame) }));
    this.#rpc.on('data', (answers: Answers) => this.#read(answers, onLoss));
    this.accepted = new Promise((resolve, reject) => {
      this.#rpc.once('metadata', () => {
        this.#open = true;
        resolve();
      });
      this.#rpc.once('status', (status) => {
        this.#status = status;
        reject(statusError(status));
      });
    });
    // After the status, and after the last answer.
    this.#rpc.once('end', () => this.#end(onLoss));
    this.accepted.catch(() => {});
    // The status says it.
    this.#rpc.on('error', () => {});
  }

  /** The server's address. Known once the stream is accepted. */
  get peer(): string {
    return this.#rpc.getPeer();
  }

  /** Returns true when a call with this deadline may use this stream now. */
  canCarry(deadlineAt: number, freshMs: number): boolean {
    return (
      this.#open &&
      !this.#outbox.isBlocked &&
      this.#waiters.size < MAX_IN_FLIGHT &&
      Date.now() - this.#openedAt < freshMs &&
      deadlineAt < this.#openedAt + LIFE_MS
    );
  }

  /** Returns the response. Throws the status of the call as an error, or NOT_SENT. */
  call(path: string, request: Buffer, { deadlineAt, traceparent = '' }: CallContext): Promise<Buffer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Buffer>((resolve, reject) => this.#waiters.set(id, { resolve, reject }));
    this.#outbox.add({ id, path, deadlineAt, traceparent, request }, request.length + path.length + 100);
    return withTimeout(answer, remainingMs({ deadlineAt }), () => {
      this.#waiters.delete(id);
      throw statusError({ code: grpcStatus.DEADLINE_EXCEEDED, details: 'Deadline exceeded', metadata: new Metadata() });
    });
  }

  /** Takes no more calls. The server answers those in flight and then ends the stream. */
  retire(): void {
    this.#open = false;
    this.#outbox.end();
  }

  /** Ends a stream that was not accepted. */
  cancel(): void {
    this.#rpc.cancel();
  }

  #read({ answers, draining }: Answers, onLoss: () => void): void {
    for (const answer of answers) this.#settle(answer);
    if (!draining || !this.#open) return;
    this.retire();
    onLoss();
  }

  #settle({ id, response, failure }: AnswerFrame): void {
    const waiter = this.#waiters.get(id);
    // Its caller has stopped waiting.
    if (waiter === undefined) return;
    this.#waiters.delete(id);
    if (failure) waiter.reject(fromFailure(failure));
    else waiter.resolve(response);
  }

  /** Fails the calls that have no answer. What became of those that were written is unknown. */
  #end(onLoss: () => void): void {
    const unwritten = new Set(this.#outbox.takeUnwritten().map(({ id }) => id));
    const { code } = this.#status;
    const error = statusError({ ...this.#status, code: code === grpcStatus.OK ? grpcStatus.UNAVAILABLE : code });
    for (const [id, waiter] of this.#waiters) waiter.reject(unwritten.has(id) ? NOT_SENT : error);
    this.#waiters.clear();
    if (!this.#open) return;
    this.#open = false;
    onLoss();
  }
}

type ServiceMethod = (typeof callStreamService)[string];

/** The time left is read when the frame is written. */
function toFrame({ deadlineAt, ...frame }: PendingCall): CallFrame {
  return { ...frame, timeoutMs: Math.max(1, Math.floor(remainingMs({ deadlineAt }))) };
}
