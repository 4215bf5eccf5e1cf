import {
  operations,
  type BodyOperationId,
  type OperationDescription,
  type OperationId,
  type ValidBody,
} from '@prospecting/openapi';
import type { Call } from '@prospecting/platform/grpc';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { NumberGuard } from '../privacy/index.js';
import type { Reads, Spender } from '../upstream/index.js';
import type { Terms } from './terms.js';

/** What routes are built from. */
export interface RouteOptions {
  readonly reads: Reads;
  readonly spender: Spender;
  readonly numberGuard: NumberGuard;
  /** Without a slash at its end. */
  readonly appUrl: string;
}

/** A request that has passed every check for which no backend is asked. */
export interface OperationRequest<Body> {
  readonly key: AuthenticatedKey;
  readonly body: Body;
  readonly call: Call;
  readonly terms: Terms;
}

/** A success. */
export interface OperationResponse {
  readonly body: object;
  /** null: the account has no credit subscription. */
  readonly creditsRemainingMillicredits: number | null;
}

/** When a call of an operation asks to reveal: `when_revealing` means that its field `reveal` is set. */
export type Reveals = 'never' | 'when_revealing' | 'always';

type BodyOf<Id extends OperationId> = Id extends BodyOperationId ? ValidBody<Id> : undefined;

/** What a route says of its operation. */
export interface OperationDefinition<Id extends OperationId> {
  readonly operationId: Id;
  /** Whether it counts in the bucket `search`; all count in `overall`. */
  readonly searches: boolean;
  readonly reveals: Reveals;
  /** Whether a success carries Service-Credits-Remaining. */
  readonly showsBalance: boolean;
  /** Throws DomainError. */
  answer(request: OperationRequest<BodyOf<Id>>): Promise<OperationResponse>;
}

/** One operation of the API, the definition of its route beside the contract's description. */
export interface Operation extends Pick<OperationDescription, 'operationId' | 'method' | 'path'> {
  readonly takesBody: boolean;
  readonly searches: boolean;
  readonly reveals: Reveals;
  readonly showsBalance: boolean;
  /** `body` must have passed the contract's validation for this very operation. */
  answer(request: OperationRequest<unknown>): Promise<OperationResponse>;
}

/** Joins a route to the contract. */
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
