import { isUtf8 } from 'node:buffer';

/** RFC 9651 string, the form that the Idempotency-Key draft asks for; parameters after it are ignored. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"[ ]*(?:;.*)?$/;
const ESCAPED = /\\(["\\])/g;
const CONTROL_CHARACTER = /\p{Cc}/u;

export const MAX_KEY_CHARACTERS = 255;

/** Why a key cannot be used; the text says so to the caller. */
export interface UnusableKey {
  readonly problem: string;
}

/**
 * Reads the Idempotency-Key header. `"k"` and `k` are the same key: the draft standard quotes, most clients do not.
 *
 * @returns `undefined` when missing, which an empty one is too
 */
export function parseIdempotencyKey(header: string | undefined): string | UnusableKey | undefined {
  const sent = decoded(header ?? '').trim();
  const quoted = QUOTED.exec(sent);
  const key = quoted === null ? sent : (quoted[1] ?? '').replace(ESCAPED, '$1');
  if (key === '') return undefined;
  if (Array.from(key).length > MAX_KEY_CHARACTERS)
    return { problem: `must have at most ${MAX_KEY_CHARACTERS} characters` };
  if (CONTROL_CHARACTER.test(key)) return { problem: 'must not hold control characters' };
  return key;
}

/** Node hands a header over byte by byte; what was sent as UTF-8 is read as that. */
function decoded(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
