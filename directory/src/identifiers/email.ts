import { isCleanText } from './text.js';
import { asciiHost } from './web-address.js';

/**
 * RFC 5321, 4.5.3.1: the limits of the local part, and of the path (256) without its angle
 * brackets.
 */
const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;

/** RFC 5321 Dot-string. Quoted local parts are legal but unused: no address on record has one. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/**
 * Returns an e-mail address in the form in which it is stored and compared: lower case, the domain
 * in punycode. Mail systems may distinguish letter case in the local part, but none in use does.
 *
 * @returns `undefined` when malformed.
 */
export function parseEmail(text: string): string | undefined {
  if (!isCleanText(text)) return undefined;
  const address = text.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > MAX_LOCAL_LENGTH || address.length > MAX_LENGTH) return undefined;
  const localPart = address.slice(0, at);
  const domain = asciiHost(address.slice(at + 1));
  if (domain === undefined || !LOCAL_PART.test(localPart)) return undefined;
  const email = `${localPart.toLowerCase()}@${domain}`;
  return email.length > MAX_LENGTH ? undefined : email;
}
