import type { CreditCost, MediaType, Operation } from './document.js';
import { contract, resolve } from './document.js';
import type { ProblemCode, operations as Operations } from './generated/api.js';
import { isProblemCode } from './problems.js';

export type OperationId = keyof Operations;

export interface OperationDescription {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  /** Path relative to the base address, such as `/people/match`. */
  readonly path: string;
  /** `undefined` for an operation that never spends. */
  readonly creditCost: CreditCost | undefined;
  /** Name of the schema of the request body; `undefined` for an operation without a body. */
  readonly requestSchema: string | undefined;
  /** Name of the schema of the response with status 200. */
  readonly responseSchema: string;
  /** The problem codes of its responses, by HTTP status. */
  readonly problemCodes: Readonly<Record<string, readonly ProblemCode[]>>;
}

/** The operations of the contract, by operationId. */
export const operations = Object.fromEntries(listOperations().map((entry) => [entry.operationId, entry])) as Readonly<
  Record<OperationId, OperationDescription>
>;

function listOperations(): OperationDescription[] {
  return Object.entries(contract.paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [describe('GET', path, get)]),
    ...(post === undefined ? [] : [describe('POST', path, post)]),
  ]);
}

function describe(method: 'GET' | 'POST', path: string, operation: Operation): OperationDescription {
  const responseSchema = schemaName(mediaTypeOf(operation.responses, '200', 'application/json'));
  if (responseSchema === undefined) throw new Error(`${operation.operationId} has no response with status 200`);
  return {
    operationId: operation.operationId as OperationId,
    method,
    path,
    creditCost: operation['x-credit-cost'],
    requestSchema: schemaName(operation.requestBody?.content['application/json']),
    responseSchema,
    problemCodes: problemCodesOf(operation),
  };
}

function problemCodesOf(operation: Operation): Record<string, ProblemCode[]> {
  const codes: Record<string, ProblemCode[]> = {};
  for (const status of Object.keys(operation.responses)) {
    const problem = mediaTypeOf(operation.responses, status, 'application/problem+json');
    if (problem !== undefined) codes[status] = Object.keys(problem.examples).filter(isProblemCode);
  }
  return codes;
}

function mediaTypeOf(responses: Operation['responses'], status: string, type: string): MediaType | undefined {
  const response = responses[status];
  return response === undefined ? undefined : resolve(response).content[type];
}

function schemaName(mediaType: MediaType | undefined): string | undefined {
  return mediaType?.schema.$ref?.slice('#/components/schemas/'.length);
}
