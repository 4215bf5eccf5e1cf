import { getDomain } from 'tldts';
import { parseWebAddress } from './web-address.js';

/** A website's domain in the two forms in which it is looked up, in this order. */
export interface Domain {
  /** As sent, without `www.`, in lower case and punycode. */
  readonly host: string;
  /** The registrable domain of `host`, to which a subdomain that is not on record falls; often the same. */
  readonly registrable: string;
}

const WWW = 'www.';

/** The host is checked and bare before tldts sees it. */
const options = { extractHostname: false, validateHostname: false, detectIp: false, mixedInputs: false };
const withPrivateSuffixes = { ...options, allowPrivateDomains: true };

/**
 * Reads a domain from a host name or a whole pasted URL.
 *
 * @returns `undefined` when malformed: no dot, an IP address, a bare public suffix, user information, or no host name at all.
 */
export function parseDomain(text: string): Domain | undefined {
  const address = parseWebAddress(text);
  if (address === undefined) return undefined;
  const host = withoutWww(address.host);
  const registrable = registrableDomain(host);
  return registrable === undefined ? undefined : { host, registrable };
}

/** Drops each leading `www.` that stands before a domain, but not the one that is the domain: `www.se`. */
function withoutWww(host: string): string {
  let bare = host;
  while (bare.startsWith(WWW) && registrableDomain(bare.slice(WWW.length)) !== undefined) bare = bare.slice(WWW.length);
  return bare;
}

/**
 * Suffixes that companies rent out (`github.io`, `com.se`) count as suffixes, so that a tenant's page never falls to the landlord:
 * `foo.github.io` is its own domain. Sent bare, such a suffix is still a domain that its owner registered and may have a site on, so it stands
 * for itself; a suffix of a top level registry (`se`, `co.uk`) stands for nobody.
 */
function registrableDomain(host: string): string | undefined {
  return getDomain(host, withPrivateSuffixes) ?? getDomain(host, options) ?? undefined;
}
