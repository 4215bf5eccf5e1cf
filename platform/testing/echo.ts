import type { ServiceDefinition } from '@grpc/grpc-js';
import { DomainError } from '#src/errors/index.js';
import type { CallContext, Service } from '#src/grpc/contract.js';

/** A service that echoes JSON, defined by hand: the machinery needs no proto file. */
export interface EchoService {
  echo(request: EchoMessage, call: CallContext): Promise<EchoMessage>;
}

export interface EchoMessage {
  readonly text: string;
}

const serialize = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const deserialize = (bytes: Buffer): object => JSON.parse(bytes.toString()) as object;

export const echoDefinition = {
  Echo: {
    path: '/prospecting.test.v1.EchoService/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
    originalName: 'echo',
  },
} satisfies ServiceDefinition;

/**
 * The echo service as the machinery types it: its definition is not generated, so the types cannot
 * follow.
 */
export function asService(echo: EchoService): Service<typeof echoDefinition> {
  return echo as unknown as Service<typeof echoDefinition>;
}

/** A client's view of the echo service. */
export function asEcho(service: Service<typeof echoDefinition>): EchoService {
  return service;
}

/** A call with more time left than any test needs on a busy machine. */
export const soon = (): CallContext => ({ deadlineAt: Date.now() + 10_000 });

/**
 * Returns the DomainError that `work` fails with. Throws when it fails with anything else or does
 * not fail.
 */
export async function failure(work: Promise<unknown>): Promise<DomainError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
