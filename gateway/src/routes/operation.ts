import {
  operations,
  type BodyOperationId,
  type OperationDescription,
  type OperationId,
  type ValidBody,
} from '@prospecting/openapi';
import type { CallContext } from '@prospecting/platform/grpc';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { NumberGuard } from '../privacy/index.js';
import type { Reads, Spender } from '../upstream/index.js';
import type { Reveals, Terms } from './terms.js';

/** Dependencies of the routes. */
export interface RouteOptions {
  readonly reads: Reads;
  readonly spender: Spender;
  readonly numberGuard: NumberGuard;
  /** Without a trailing slash. */
  readonly appUrl: string;
}

/** A request that has passed every check that needs no backend. */
export interface OperationRequest<Body> {
  readonly key: AuthenticatedKey;
  readonly body: Body;
  readonly call: CallContext;
  readonly terms: Terms;
}

/** A success. */
export interface OperationResponse {
  readonly body: object;
  /** Null: the account has no credit subscription. */
  readonly creditsRemainingMillicredits: number | null;
}

type BodyOf<Id extends OperationId> = Id extends BodyOperationId ? ValidBody<Id> : undefined;

/** The part of an operation that its route defines. */
export interface OperationDefinition<Id extends OperationId> {
  readonly operationId: Id;
  /** True when it counts in the bucket `search`. Every operation counts in `overall`. */
  readonly searches: boolean;
  readonly reveals: Reveals;
  /** True when a success has the header Service-Credits-Remaining. */
  readonly showsBalance: boolean;
  /** Throws DomainError. */
  answer(request: OperationRequest<BodyOf<Id>>): Promise<OperationResponse>;
}

/** An operation of the API: the definition of its route and its description in the contract. */
export interface Operation extends Pick<OperationDescription, 'operationId' | 'method' | 'path'> {
  readonly takesBody: boolean;
  readonly searches: boolean;
  readonly reveals: Reveals;
  readonly showsBalance: boolean;
  /** `body` must have passed the contract's validation for this operation. */
  answer(request: OperationRequest<unknown>): Promise<OperationResponse>;
}

/** Joins a route to its description in the contract. */
export function defineOperation<Id extends OperationId>(definition: OperationDefinition<Id>): Operation {
  const { operationId, method, path, requestSchema } = operations[definition.operationId];
  return {
    ...definition,
    operationId,
    method,
    path,
    takesBody: requestSchema !== undefined,
    answer: (request) => definition.answer(request as OperationRequest<BodyOf<Id>>),
  };
}
