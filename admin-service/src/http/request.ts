import { parseUuid } from '@prospecting/directory/identifiers';
import type { z } from '@prospecting/platform/config';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import type { CallContext } from '@prospecting/platform/grpc';
import type { ParameterizedContext } from 'koa';
import { isJsonBody, readBody } from '@prospecting/platform/http';
import { parseJson } from '@prospecting/platform/json';
import type { Session } from '../console/sessions.js';
import type { Actor } from '../changes/actor.js';
import { parseFields } from './fields.js';

export interface AdminState {
  /** Deadline and trace of the calls that this request makes. */
  call: CallContext;
  /** Who sends this request. Every change is recorded under it. */
  actor: Actor;
  /** Console only: the session of whoever is signed in. */
  session?: Session;
  /** The fields of an account, and of a new key, that the sender may set. Undefined: all of them. */
  mayChange?: readonly string[];
}

/** The context of a handler: Koa's, with the parameters of the path. */
export type AdminContext = ParameterizedContext<AdminState, { params: Record<string, string> }>;

const BODY_LIMITS = { maxBytes: 64 * 1024, timeoutMs: 10_000 };

/**
 * Reads and validates the JSON body of a request. Throws `payload_too_large`,
 * `unsupported_media_type` or `validation_failed`.
 */
export async function bodyOf<Shape extends z.ZodType>(context: AdminContext, shape: Shape): Promise<z.output<Shape>> {
  const body = await readBody(context.req, BODY_LIMITS);
  if (body.kind === 'too_large')
    throw new DomainError('payload_too_large', { detail: 'The body is larger than 64 KiB.' });
  if (body.kind !== 'complete') throw validationFailed({ body: ['did not arrive completely'] });
  if (!isJsonBody(context.req)) {
    throw new DomainError('unsupported_media_type', { detail: 'The body must be application/json.' });
  }
  const json = parseJson(body.bytes);
  if (json === undefined) throw validationFailed({ body: ['is not valid JSON'] });
  return parseFields(shape, json);
}

/** Returns the id of the path in lower case. Throws `not_found` when it is not a UUID. */
export function idOf(context: AdminContext): string {
  const id = parseUuid(context.params['id'] ?? '');
  if (id === undefined) throw new DomainError('not_found', { detail: 'There is nothing with this id.' });
  return id;
}

/** Adds the link to the next page, with the other parameters of this one. */
export function linkNext(context: AdminContext, after: string | number): void {
  setLinks(context, { next: { after: String(after) } });
}

/** Sets the links to other pages of a list, by their relation, with the other parameters of this one. */
export function setLinks(
  context: AdminContext,
  links: Readonly<Record<string, Readonly<Record<'after', string> | Record<'before', string>>>>,
): void {
  const values = Object.entries(links).map(([relation, position]) => {
    const query = new URLSearchParams(context.querystring);
    query.delete('after');
    query.delete('before');
    for (const [name, cursor] of Object.entries(position)) query.set(name, cursor);
    return `<${context.path}?${query.toString()}>; rel="${relation}"`;
  });
  if (values.length > 0) context.set('Link', values.join(', '));
}
