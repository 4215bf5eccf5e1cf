const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sorts before every id that is drawn: the position before the first page. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns a UUID of any version in lower case; `undefined` when the text is not one, hyphenated
 * 8-4-4-4-12.
 */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}
