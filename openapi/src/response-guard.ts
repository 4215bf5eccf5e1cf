import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './document.js';
import { partialSchemas } from './document.js';
import type { Problem, ProblemCode } from './generated/api.js';
import type { OperationId } from './operations.js';
import { operations } from './operations.js';
import { problemKinds, SPECIAL_MEMBERS } from './problems.js';
import { schemaCompiler } from './schema-compiler.js';
import { PROBLEM_CODES } from './vocabulary.js';

/**
 * Validates a response body against the document and returns every violation as a path and a rule,
 * never with a value. A field that the document does not list is a violation at any depth, and so
 * is a value that an open list does not know. `operationId` is undefined for a request that reached
 * no operation (401, 404, 405, …).
 */
export type ResponseGuard = (operationId: OperationId | undefined, status: number, body: unknown) => readonly string[];

/** Compiles the guard. The returned function is cheap enough to run on every response. */
export function createResponseGuard(): ResponseGuard {
  const compile = schemaCompiler((schema, name) => (partialSchemas.has(name) ? undefined : closed(schema)), {
    allErrors: true,
  });
  const validateProblem = compile('Problem');
  const validators = new Map<string, ValidateFunction>();
  for (const { operationId, responseSchema } of Object.values(operations)) {
    validators.set(operationId, compile(responseSchema));
  }
  return (operationId, status, body) => {
    if (status !== 200) return problemViolations(validateProblem, codesFor(operationId, status), status, body);
    const validate = operationId === undefined ? undefined : validators.get(operationId);
    if (validate === undefined) return [`status ${status} is not declared`];
    return validate(body) ? [] : (validate.errors ?? []).map(violation);
  };
}

function codesFor(operationId: OperationId | undefined, status: number): readonly ProblemCode[] {
  if (operationId !== undefined) return operations[operationId].problemCodes[status] ?? [];
  return PROBLEM_CODES.filter((code) => problemKinds[code].status === status);
}

function problemViolations(
  validate: ValidateFunction,
  codes: readonly ProblemCode[],
  status: number,
  body: unknown,
): readonly string[] {
  if (codes.length === 0) return [`status ${status} is not declared`];
  if (!validate(body)) return (validate.errors ?? []).map(violation);
  const problem = body as Problem;
  if (!codes.includes(problem.code)) return [`/code is not declared for status ${status}`];
  const kind = problemKinds[problem.code];
  const differing = (['status', 'title', 'retryable'] as const).filter((member) => problem[member] !== kind[member]);
  const wrongMembers = SPECIAL_MEMBERS.filter((name) => Object.hasOwn(problem, name) !== kind.members.includes(name));
  return [
    ...differing.map((member) => `/${member} is not that of ${kind.code}`),
    ...wrongMembers.map(
      (name) => `/${name} ${kind.members.includes(name) ? 'is missing from' : 'does not belong to'} ${kind.code}`,
    ),
  ];
}

/**
 * Describes a violation. Property names come from the document or from our code, so the text holds
 * no customer data.
 */
function violation({ instancePath, keyword, params }: ErrorObject): string {
  const names = Object.values(params as Record<string, unknown>).filter((value) => typeof value === 'string');
  const name = keyword === 'required' || keyword === 'additionalProperties' ? ` ${names.join(' ')}` : '';
  return `${instancePath || '/'} ${keyword}${name}`;
}

/**
 * Closes a schema for our own responses. The published document is open, because clients must
 * accept fields and values that a later v1 adds; our responses hold only what it lists today.
 * `status` selects among the kinds of result.
 */
function closed(schema: Schema): Schema {
  const copy: Record<string, unknown> = { ...schema };
  if (schema.properties !== undefined) {
    copy['properties'] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
    );
    if (schema.type === 'object') copy['additionalProperties'] ??= false;
  }
  if (schema.items !== undefined) copy['items'] = closed(schema.items);
  if (schema['x-extensible-enum'] !== undefined) copy['enum'] = schema['x-extensible-enum'];
  if (schema.oneOf !== undefined) copy['discriminator'] = { propertyName: 'status' };
  return copy;
}
