import type { IncomingMessage } from 'node:http';

/**
 * Returns the value of each line of a header, in order. `request.headers` keeps only the first line
 * of some headers and joins the lines of others.
 *
 * @param name in lower case
 */
export function headerLines(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const { rawHeaders } = request;
  const lines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string;
    if (header.length === name.length && header.toLowerCase() === name) lines.push(rawHeaders[index + 1] as string);
  }
  return lines;
}

/**
 * Returns the value of a header that has exactly one line; `undefined` when it is missing or
 * repeated.
 */
export function soleHeader(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | undefined {
  const lines = headerLines(request, name);
  return lines.length === 1 ? lines[0] : undefined;
}
