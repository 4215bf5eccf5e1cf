import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

/**
 * What a call stream carries: many calls of any service on one long-lived stream
 * (docs/decisions/0028-reads-share-a-stream.md). Frames that are ready in the same turn of the event
 * loop travel in one message. The rules of the protos hold: fields are only ever added.
 */

/** From the client to the server. */
export interface Calls {
  readonly calls: readonly CallFrame[];
}

export interface CallFrame {
  /** Not reused within a stream, so a late answer can never settle another call. */
  readonly id: number;
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Time left, as clocks of two machines differ. 0: the call has no deadline. */
  readonly timeoutMs: number;
  /** Empty: none. */
  readonly traceparent: string;
  /** The request message of the method. */
  readonly request: Buffer;
}

/** From the server to the client. */
export interface Answers {
  readonly answers: readonly AnswerFrame[];
  /** The server is stopping: it answers what it has received, and wants no more. */
  readonly draining: boolean;
}

export interface AnswerFrame {
  readonly id: number;
  /** The response message of the method. Empty when the call failed. */
  readonly response: Buffer;
  readonly failure?: Failure | null;
}

/** The status and the trailers with which a unary call would have ended. */
export interface Failure {
  readonly code: number;
  readonly details: string;
  readonly errorCode: string;
  readonly errorBody: Buffer;
}

const field = (type: string, id: number, rule?: 'repeated'): object => ({ type, id, ...(rule && { rule }) });

const messages = {
  Calls: { fields: { calls: field('CallFrame', 1, 'repeated') } },
  CallFrame: {
    fields: {
      id: field('uint32', 1),
      path: field('string', 2),
      timeoutMs: field('uint32', 3),
      traceparent: field('string', 4),
      request: field('bytes', 5),
    },
  },
  Answers: { fields: { answers: field('AnswerFrame', 1, 'repeated'), draining: field('bool', 2) } },
  AnswerFrame: { fields: { id: field('uint32', 1), response: field('bytes', 2), failure: field('Failure', 3) } },
  Failure: {
    fields: {
      code: field('uint32', 1),
      details: field('string', 2),
      errorCode: field('string', 3),
      errorBody: field('bytes', 4),
    },
  },
};

const CallStream = {
  methods: { Carry: { requestType: 'Calls', requestStream: true, responseType: 'Answers', responseStream: true } },
};

const SERVICE = 'prospecting.platform.v1.CallStream';

/** Nests the names of a package in each other, as protobuf.js wants them. */
const root = SERVICE.split('.')
  .slice(0, -1)
  .reduceRight<object>((nested, name) => ({ [name]: { nested } }), { ...messages, CallStream });

/** The service that every server of this product offers beside its own. */
export const callStreamService = fromJSON({ nested: root as never }, { defaults: true, arrays: true })[
  SERVICE
] as ServiceDefinition;
