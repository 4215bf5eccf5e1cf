import type { ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';

/** What travels beside the request of every call. */
export interface Call {
  /** Wall-clock time (epoch ms) at which the caller stops waiting. */
  readonly deadlineAt: number;
  /** W3C trace context of the request that this call serves. */
  readonly traceparent?: string | undefined;
}

type MethodName<Name> = Name extends string ? (string extends Name ? never : Uncapitalize<Name>) : never;

/**
 * A service as an object: one async function for each method of its proto, in the shape in which messages are received.
 * The server implements it, the gRPC client has it, and in one process it is called as it is: two transports, one contract.
 */
export type Service<Definition extends ServiceDefinition> = {
  readonly [Name in keyof Definition as MethodName<Name>]: Definition[Name] extends MethodDefinition<
    infer _RequestInput,
    infer _ResponseInput,
    infer Request,
    infer Response
  >
    ? (request: Request, call: Call) => Promise<Response>
    : never;
};

/** Untyped view of a service, for the machinery that treats all methods alike. */
export type AnyService = Readonly<Record<string, (request: object, call: Call) => Promise<object>>>;
