import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
/** The one parameter that would say something of the bytes; JSON defines none, so the others mean nothing. */
const CHARSET = /;[ \t]*charset=(?:"([^"]*)"|([^;\s]*))/gi;
const UTF_8 = /^utf-?8$/i;
const IDENTITY = /^(?:identity)?$/i;

/** Whether the headers of a body say plain JSON in UTF-8. */
export function isJsonBody(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  const isUtf8 = [...type.matchAll(CHARSET)].every(([, quoted, bare]) => UTF_8.test(quoted ?? bare ?? ''));
  return JSON_TYPE.test(type) && isUtf8 && IDENTITY.test(headers['content-encoding'] ?? '');
}
