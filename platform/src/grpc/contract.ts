import type { ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';

/** The context of a call, sent beside its request. */
export interface CallContext {
  /** Wall-clock time (epoch ms) at which the caller stops waiting. */
  readonly deadlineAt: number;
  /** W3C trace context of the request that this call serves. */
  readonly traceparent?: string | undefined;
}

type MethodName<Name> = Name extends string ? (string extends Name ? never : Uncapitalize<Name>) : never;

/**
 * A service as an object: one async function for each method of its proto, on messages in their
 * received shape. The server implements it, the gRPC client provides it, and callers in the same
 * process call it directly: two transports, one contract.
 */
export type Service<Definition extends ServiceDefinition> = {
  readonly [Name in keyof Definition as MethodName<Name>]: Definition[Name] extends MethodDefinition<
    infer _RequestInput,
    infer _ResponseInput,
    infer Request,
    infer Response
  >
    ? (request: Request, call: CallContext) => Promise<Response>
    : never;
};

/** Untyped view of a service, for code that treats all methods alike. */
export type AnyService = Readonly<Record<string, (request: object, call: CallContext) => Promise<object>>>;
