import { domainToASCII } from 'node:url';
import { isCleanText } from './text.js';

/** The parts of a written web address that identifiers are read from. */
export interface WebAddress {
  /** Lower case, ASCII, at least two labels, without a closing dot. */
  readonly host: string;
  /** As written, empty or from the first slash on, without query and fragment. */
  readonly path: string;
}

const MAX_LENGTH = 2048;
const SCHEME = /^(?:https?:)?\/\//i;
const PORT = /:[0-9]{1,5}$/;
/** White space, control characters and backslashes: a URL parser would drop or reinterpret them, so none of them may get that far. */
const NEVER_IN_AN_ADDRESS = /[\s\p{Cc}\\]/u;

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/** A top level name has letters alone, or is a punycode one; so no spelling of an IPv4 address (`127.1`, `0x7f.1`) is a host. */
const TOP_LABEL = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
const HOST = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+${TOP_LABEL}$`);
const NOT_ASCII = /[^\0-\x7f]/;
const HOST_CHARACTERS = /^[A-Za-z0-9._\-\u{80}-\u{10ffff}]+$/u;

/**
 * Reads an `http(s)` address, with or without its scheme, port, path, query or fragment. Not by `new URL`, which costs more and accepts
 * too much: user information, addresses as numbers, line breaks inside the host.
 *
 * @returns `undefined` when it is no such address or its host is no domain name.
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

/** A domain name of two labels or more in lower case and punycode, from either form of an IDN; `undefined` when it is none. */
export function asciiHost(text: string): string | undefined {
  const written = text.endsWith('.') ? text.slice(0, -1) : text;
  if (!HOST_CHARACTERS.test(written)) return undefined;
  // Punycode as sent is checked too: what decodes to nothing, or to a name with another spelling, is no name.
  const lower = NOT_ASCII.test(written) ? written : written.toLowerCase();
  const ascii = NOT_ASCII.test(written) || lower.includes('xn--') ? domainToASCII(lower) : lower;
  return HOST.test(ascii) ? ascii : undefined;
}

function indexOfAny(text: string, characters: RegExp): number {
  const index = text.search(characters);
  return index === -1 ? text.length : index;
}
