import { Metadata, status as grpcStatus, type ServerDuplexStream } from '@grpc/grpc-js';
import { namesOf } from './callers.js';
import type { AnswerFrame, Answers, CallFrame, Calls } from './frames.js';
import type { Handler } from './handler.js';
import { MAX_CALLS, MAX_MESSAGE_BYTES } from './limits.js';
import { Outbox } from './outbox.js';
import { toFailure, toStatus } from './trailers.js';

/** Leaves room for the fields around an answer, so that its message is within the limit. */
const MAX_RESPONSE_BYTES = MAX_MESSAGE_BYTES - 1024;

const NOTHING = Buffer.alloc(0);

/** A frame's size besides its message, at most roughly. */
const FRAME_BYTES = 32;

export interface CallStreamsOptions {
  /** Every method of the server, by its path. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Time limit of a call without a deadline. */
  readonly defaultTimeoutMs: number;
}

/** The server's end of all call streams (docs/decisions/0028-reads-share-a-stream.md). */
export class CallStreams {
  readonly #open = new Set<ServedStream>();
  #draining = false;
  readonly #options: CallStreamsOptions;

  constructor(options: CallStreamsOptions) {
    this.#options = options;
  }

  /** Serves one stream. Any client with a certificate may open it: each call is checked. */
  serve(rpc: ServerDuplexStream<Calls, Answers>): void {
    const stream = new ServedStream(rpc, this.#options);
    this.#open.add(stream);
    rpc.on('close', () => this.#open.delete(stream));
    if (this.#draining) stream.drain();
  }

  /** Tells all clients to send no more. Each stream ends when its last call is answered. */
  drain(): void {
    this.#draining = true;
    for (const stream of this.#open) stream.drain();
  }
}

class ServedStream {
  #inFlight = 0;
  /** The client sends no more. */
  #ended = false;
  #draining = false;
  readonly #rpc: ServerDuplexStream<Calls, Answers>;
  readonly #names: readonly string[];
  readonly #outbox: Outbox<AnswerFrame>;
  readonly #options: CallStreamsOptions;

  constructor(rpc: ServerDuplexStream<Calls, Answers>, options: CallStreamsOptions) {
    this.#rpc = rpc;
    this.#options = options;
    // A connection's certificate does not change.
    this.#names = namesOf(rpc.getAuthContext().sslPeerCertificate);
    this.#outbox = new Outbox(rpc, (answers): Answers => ({ answers, draining: this.#draining }));
    // The client uses a stream only once it is accepted.
    rpc.sendMetadata(new Metadata());
    rpc.on('data', ({ calls }: Calls) => {
      for (const call of calls) void this.#answer(call);
    });
    rpc.on('end', () => {
      this.#ended = true;
      this.#endWhenIdle();
    });
    rpc.on('drain', () => {
      if (!this.#outbox.isBlocked) rpc.resume();
    });
  }

  drain(): void {
    this.#draining = true;
    if (!this.#rpc.destroyed && !this.#rpc.writableEnded) this.#rpc.write({ answers: [], draining: true });
  }

  async #answer(call: CallFrame): Promise<void> {
    this.#inFlight += 1;
    const answer = await this.#answerOf(call);
    this.#inFlight -= 1;
    // The client is gone.
    if (this.#rpc.destroyed) return;
    this.#outbox.add(answer, FRAME_BYTES + answer.response.length + (answer.failure?.errorBody.length ?? 0));
    // A client that does not read its answers may ask nothing more.
    if (this.#outbox.isBlocked) this.#rpc.pause();
    this.#endWhenIdle();
  }

  /** Does for a frame what grpc-js and the handler do for a unary call. Does not throw. */
  async #answerOf({ id, path, timeoutMs, traceparent, request }: CallFrame): Promise<AnswerFrame> {
    const refuse = (code: grpcStatus, details: string): AnswerFrame => {
      return { id, response: NOTHING, failure: toFailure({ code, details }) };
    };
    const handler = this.#options.handlers.get(path);
    if (handler === undefined) return refuse(grpcStatus.UNIMPLEMENTED, `The server does not implement ${path}`);
    if (!handler.isAllowed(this.#names)) return refuse(grpcStatus.PERMISSION_DENIED, 'caller not allowed');
    if (this.#inFlight > MAX_CALLS) return refuse(grpcStatus.RESOURCE_EXHAUSTED, 'too many calls on one stream');
    const message = read(() => handler.method.requestDeserialize(request) as object);
    if (message === undefined) return refuse(grpcStatus.INTERNAL, 'the request cannot be read');
    const deadlineAt = Date.now() + (timeoutMs === 0 ? this.#options.defaultTimeoutMs : timeoutMs);
    try {
      const result = await handler.handle(message, { deadlineAt, traceparent: traceparent || undefined });
      const response = read(() => handler.method.responseSerialize(result));
      if (response === undefined) return refuse(grpcStatus.INTERNAL, 'the response cannot be written');
      if (response.length > MAX_RESPONSE_BYTES)
        return refuse(grpcStatus.RESOURCE_EXHAUSTED, 'the response is too large');
      return { id, response };
    } catch (error) {
      return { id, response: NOTHING, failure: toFailure(toStatus(error)) };
    }
  }

  #endWhenIdle(): void {
    if (this.#ended && this.#inFlight === 0) this.#outbox.end();
  }
}

function read<Value>(convert: () => Value): Value | undefined {
  try {
    return convert();
  } catch {
    return undefined;
  }
}
