import { domainToASCII } from 'node:url';
import { isCleanText } from './text.js';

/** The parts of a web address that identifiers are read from. */
export interface WebAddress {
  /** Lower case, ASCII, at least two labels, without a closing dot. */
  readonly host: string;
  /** The path as written: empty, or from the first slash on, without query and fragment. */
  readonly path: string;
}

const MAX_LENGTH = 2048;
const SCHEME = /^(?:https?:)?\/\//i;
const PORT = /:[0-9]{1,5}$/;
/**
 * White space, control characters and backslashes. A URL parser would drop or reinterpret them, so
 * an address may have none.
 */
const NEVER_IN_AN_ADDRESS = /[\s\p{Cc}\\]/u;

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/**
 * A top level name has only letters or is in punycode. So no spelling of an IPv4 address (`127.1`,
 * `0x7f.1`) is a host.
 */
const TOP_LABEL = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
const HOST = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+${TOP_LABEL}$`);
const NOT_ASCII = /[^\0-\x7f]/;
/**
 * A host as written, at most as long as a domain name may be. Checked before `domainToASCII`, whose
 * cost grows with the square of a label's length. Punycode is never shorter than the name it
 * encodes, so this rejects no name that `HOST` accepts, except one whose written form is longer
 * than its composed form.
 */
const WRITTEN_LABEL =
  '[A-Za-z0-9_\\-\\u{80}-\\u{3001}\\u{3003}-\\u{ff0d}\\u{ff0f}-\\u{ff60}\\u{ff62}-\\u{10ffff}]{1,63}';
/** The dot and the three characters that IDNA reads as one (UTS 46). */
const DOT = '[.\\u{3002}\\u{ff0e}\\u{ff61}]';
const WRITTEN_HOST = new RegExp(`^(?=.{1,253}$)${WRITTEN_LABEL}(?:${DOT}${WRITTEN_LABEL})+$`, 'u');

/**
 * Parses an `http(s)` address, with or without scheme, port, path, query or fragment. Does not use
 * `new URL`, which costs more and accepts too much: user information, numeric addresses, line
 * breaks inside the host.
 *
 * @returns `undefined` when the text is not such an address or its host is not a domain name.
 */
export function parseWebAddress(text: string): WebAddress | undefined {
  if (text.length > MAX_LENGTH || !isCleanText(text)) return undefined;
  const address = text.trim().replace(SCHEME, '');
  if (NEVER_IN_AN_ADDRESS.test(address)) return undefined;
  const authorityEnd = indexOfAny(address, /[/?#]/);
  const host = asciiHost(address.slice(0, authorityEnd).replace(PORT, ''));
  if (host === undefined) return undefined;
  const afterAuthority = address.slice(authorityEnd);
  return { host, path: afterAuthority.slice(0, indexOfAny(afterAuthority, /[?#]/)) };
}

/**
 * Returns a domain name of two labels or more in lower case and punycode, from either form of an
 * IDN; `undefined` for other text.
 */
export function asciiHost(text: string): string | undefined {
  const written = text.endsWith('.') ? text.slice(0, -1) : text;
  if (!WRITTEN_HOST.test(written)) return undefined;
  // Punycode as sent is checked too: it must decode to a name that encodes to the same punycode.
  const lower = NOT_ASCII.test(written) ? written : written.toLowerCase();
  const ascii = NOT_ASCII.test(written) || lower.includes('xn--') ? domainToASCII(lower) : lower;
  return HOST.test(ascii) ? ascii : undefined;
}

function indexOfAny(text: string, characters: RegExp): number {
  const index = text.search(characters);
  return index === -1 ? text.length : index;
}
