import type { IncomingMessage } from 'node:http';
import { validateRequest, type BodyOperationId } from '@prospecting/openapi';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import {
  BodyBudget,
  type BodyBudgetOptions,
  type BodyLimits,
  hasBody,
  isJsonBody,
  readBody,
} from '@prospecting/platform/http';
import { type Json, MAX_DEPTH, MAX_VALUES, measureJson, parseJson } from '@prospecting/platform/json';
import type { Operation } from '../routes/index.js';

export const BODY_LIMITS: BodyLimits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

/** A body as it arrived. Its faults are reported when their turn comes in the order of work. */
export interface ReceivedBody {
  /** Reason why it was not read. */
  readonly refusal: 'too_large' | 'over_budget' | undefined;
  readonly isJson: boolean;
  /** `undefined` when it is incomplete. */
  readonly bytes: Buffer | undefined;
}

/** A body that was read as JSON. */
export interface ParsedBody extends Omit<ReceivedBody, 'bytes'> {
  /** `undefined` when it is incomplete or malformed. */
  readonly json: Json | undefined;
  /** True when a body that is too complex to parse has more than the 25 items of a request. */
  readonly tooManyItems: boolean;
}

/** A body that the contract allows. Its operation knows the full type. */
export interface AcceptedBody {
  readonly items: readonly unknown[];
}

const NOTHING: ReceivedBody = { refusal: undefined, isJson: true, bytes: undefined };

/**
 * Reads the body of an operation that takes one. Never rejects. Its media type does not matter yet:
 * a spend counts as one even when it is refused.
 */
export type ReceiveBody = (
  request: IncomingMessage,
  operation: Operation | undefined,
  keyId: string,
) => Promise<ReceivedBody>;

/** Creates what reads bodies within one budget of memory. */
export function createBodyReceiver(options?: BodyBudgetOptions): ReceiveBody {
  const budget = new BodyBudget(options);
  return async (request, operation, keyId) => {
    if (operation?.takesBody !== true) return NOTHING;
    const body = await readBody(request, BODY_LIMITS, budget.open(keyId));
    return {
      refusal: body.kind === 'too_large' || body.kind === 'over_budget' ? body.kind : undefined,
      // A request without a body has no wrong type. It lacks fields.
      isJson: !hasBody(request) || isJsonBody(request),
      bytes: body.kind === 'complete' ? body.bytes : undefined,
    };
  };
}

/**
 * Parses a body. One with thousands of items is not parsed, but its caller gets `too_many_items`.
 */
export function parseBody({ refusal, isJson, bytes }: ReceivedBody): ParsedBody {
  if (bytes === undefined) return { refusal, isJson, json: undefined, tooManyItems: false };
  const sizes = measureJson(bytes);
  const tooManyItems = sizes.values > MAX_VALUES && sizes.items > MAX_ITEMS;
  return { refusal, isJson, json: parseJson(bytes, sizes), tooManyItems };
}

/** The field that decides whether a matching request counts as a spend. */
const REVEAL = '"reveal"';
/** JSON can write any letter of a name like this. */
const ESCAPE = '\\u';

/**
 * Returns a body of which only the buckets and the money matter, because no work is done for it. A
 * body that cannot ask to reveal anything is not parsed.
 */
export function skimBody(received: ReceivedBody): ParsedBody {
  const { refusal, isJson, bytes } = received;
  if (bytes?.includes(REVEAL) === true || bytes?.includes(ESCAPE) === true) return parseBody(received);
  return { refusal, isJson, json: undefined, tooManyItems: false };
}

/**
 * Returns the body, checked, or `undefined` for an operation that takes none. Throws
 * service_unavailable, payload_too_large, unsupported_media_type, too_many_items or
 * validation_failed.
 */
export function acceptBody(
  operation: Operation,
  { refusal, isJson, json, tooManyItems }: ParsedBody,
): AcceptedBody | undefined {
  if (!operation.takesBody) return undefined;
  if (refusal !== undefined) throw refusedBody(refusal);
  if (!isJson) {
    throw new DomainError('unsupported_media_type', {
      detail: 'Send the body with one Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    });
  }
  if (tooManyItems) throw tooManyItemsProblem();
  if (json === undefined) {
    const sentence =
      `must be one complete JSON text in UTF-8, at most ${MAX_DEPTH} levels deep, with at most ` +
      `${MAX_VALUES.toLocaleString('en')} values, without repeated keys`;
    throw validationFailed({ body: [sentence] }, 'The body is not well-formed JSON.');
  }
  const checked = validateRequest(operation.operationId as BodyOperationId, json);
  if ('body' in checked) return checked.body;
  if (checked.tooManyItems === true) throw tooManyItemsProblem();
  throw validationFailed(checked.errors);
}

function refusedBody(refusal: 'too_large' | 'over_budget'): DomainError {
  if (refusal === 'too_large') {
    return new DomainError('payload_too_large', { detail: `A body has at most ${BODY_LIMITS.maxBytes / 1024} KiB.` });
  }
  return new DomainError('service_unavailable', {
    detail: 'Too many request bodies are arriving simultaneously; send fewer in parallel and retry shortly.',
    internal: 'the budget for unfinished bodies is used up',
  });
}

const MAX_ITEMS = 25;

function tooManyItemsProblem(): DomainError {
  return new DomainError('too_many_items', {
    detail: `A request has at most ${MAX_ITEMS} items.`,
    members: { maxItems: MAX_ITEMS },
  });
}
