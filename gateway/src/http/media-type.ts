import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*(?:charset=(?:utf-8|"utf-8")[ \t]*)?)*$/i;
const IDENTITY = /^(?:identity)?$/i;

/** Whether the headers of a body say plain JSON in UTF-8. */
export function isJsonBody(headers: IncomingHttpHeaders): boolean {
  return JSON_TYPE.test(headers['content-type'] ?? '') && IDENTITY.test(headers['content-encoding'] ?? '');
}
