import { parseUuid } from '@prospecting/directory/identifiers';
import type { z } from '@prospecting/platform/config';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import type { ParameterizedContext } from 'koa';
import { parseJson } from '../http/json-text.js';
import { isJsonBody, readBody } from '../http/request-body.js';
import { parseFields } from './fields.js';

export interface AdminState {
  /** Deadline and trace of the calls that serve this request. */
  call: Call;
}

/** What handlers get: Koa's context and the parameters of the path. */
export type AdminContext = ParameterizedContext<AdminState, { params: Record<string, string> }>;

const BODY_LIMITS = { maxBytes: 64 * 1024, timeoutMs: 10_000 };

/** The request's JSON body in the given shape. Throws payload_too_large, unsupported_media_type, validation_failed. */
export async function bodyOf<Shape extends z.ZodType>(context: AdminContext, shape: Shape): Promise<z.output<Shape>> {
  const body = await readBody(context.req, BODY_LIMITS);
  if (body.kind === 'too_large')
    throw new DomainError('payload_too_large', { detail: 'The body is larger than 64 KiB.' });
  if (body.kind === 'incomplete') throw validationFailed({ body: ['did not arrive whole'] });
  if (!isJsonBody(context.req.headers)) {
    throw new DomainError('unsupported_media_type', { detail: 'The body must be application/json.' });
  }
  const json = parseJson(body.bytes);
  if (json === undefined) throw validationFailed({ body: ['is not valid JSON'] });
  return parseFields(shape, json);
}

/** The id of the path, in lower case. What is no UUID names nothing: throws not_found. */
export function idOf(context: AdminContext): string {
  const id = parseUuid(context.params['id'] ?? '');
  if (id === undefined) throw new DomainError('not_found', { detail: 'There is nothing with such an id.' });
  return id;
}

/** Says where the next page is. */
export function linkNext(context: AdminContext, after: string | number): void {
  context.set('Link', `<${context.path}?after=${after}>; rel="next"`);
}
