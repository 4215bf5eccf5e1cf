import type { IncomingMessage } from 'node:http';
import { validateRequest, type BodyOperationId } from '@prospecting/openapi';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { MAX_DEPTH, parseJson, type Json } from '../http/json-text.js';
import { isJsonBody } from '../http/media-type.js';
import { hasBody, readBody, type BodyLimits } from '../http/request-body.js';
import type { Operation } from '../routes/index.js';

export const BODY_LIMITS: BodyLimits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

/** A body as it arrived; what is wrong with it is said when its turn comes. */
export interface ReceivedBody {
  readonly tooLarge: boolean;
  readonly isJson: boolean;
  /** `undefined`: it is not all there, or malformed. */
  readonly json: Json | undefined;
}

/** A body that the contract allows; the operation that it was accepted for knows its type. */
export interface AcceptedBody {
  readonly items: readonly unknown[];
}

const NOTHING: ReceivedBody = { tooLarge: false, isJson: true, json: undefined };

/**
 * Reads and parses the body of an operation that takes one; never rejects. Its media type does not matter yet: a spend counts as one
 * even where it is refused.
 */
export async function receiveBody(
  request: IncomingMessage,
  operation: Operation | undefined,
  limits: BodyLimits,
): Promise<ReceivedBody> {
  if (operation?.takesBody !== true) return NOTHING;
  const body = await readBody(request, limits);
  return {
    tooLarge: body.kind === 'too_large',
    // Where nothing was sent nothing has the wrong type: what is missing are the fields.
    isJson: !hasBody(request) || isJsonBody(request.headers),
    json: body.kind === 'complete' ? parseJson(body.bytes) : undefined,
  };
}

/**
 * The body, checked; `undefined` for an operation that takes none. Throws payload_too_large, unsupported_media_type, too_many_items
 * or validation_failed.
 */
export function acceptBody(operation: Operation, { tooLarge, isJson, json }: ReceivedBody): AcceptedBody | undefined {
  if (!operation.takesBody) return undefined;
  if (tooLarge) {
    throw new DomainError('payload_too_large', { detail: `A body has at most ${BODY_LIMITS.maxBytes / 1024} KiB.` });
  }
  if (!isJson) {
    throw new DomainError('unsupported_media_type', {
      detail: 'Send the body as Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    });
  }
  if (json === undefined) {
    const sentence = `must be one complete JSON text in UTF-8, at most ${MAX_DEPTH} levels deep, without repeated keys`;
    throw validationFailed({ body: [sentence] }, 'The body is not well-formed JSON.');
  }
  const checked = validateRequest(operation.operationId as BodyOperationId, json);
  if ('body' in checked) return checked.body;
  if (checked.tooManyItems === true) {
    throw new DomainError('too_many_items', { detail: 'A request has at most 25 items.', members: { maxItems: 25 } });
  }
  throw validationFailed(checked.errors);
}
