import { getDomain } from 'tldts';
import { parseWebAddress } from './web-address.js';

/** A website's domain in the two forms in which it is looked up, in this order. */
export interface Domain {
  /** The host as sent, without `www.`, in lower case and punycode. */
  readonly host: string;
  /**
   * The registrable domain of `host`, which is looked up when a subdomain is not on record; often
   * the same.
   */
  readonly registrable: string;
}

const WWW = 'www.';

/** tldts gets only checked hosts without scheme or port. */
const options = { extractHostname: false, validateHostname: false, detectIp: false, mixedInputs: false };
const withPrivateSuffixes = { ...options, allowPrivateDomains: true };

/**
 * Parses a domain from a host name or a pasted URL.
 *
 * @returns `undefined` when malformed: no dot, an IP address, a bare public suffix, user
 * information, or no host name.
 */
export function parseDomain(text: string): Domain | undefined {
  const address = parseWebAddress(text);
  if (address === undefined) return undefined;
  const host = withoutWww(address.host);
  const registrable = registrableDomain(host);
  return registrable === undefined ? undefined : { host, registrable };
}

/** Removes each leading `www.` of a longer domain, but keeps the domain `www.se`. */
function withoutWww(host: string): string {
  let bare = host;
  while (bare.startsWith(WWW) && registrableDomain(bare.slice(WWW.length)) !== undefined) bare = bare.slice(WWW.length);
  return bare;
}

/**
 * Returns the registrable domain of a host. Suffixes that companies rent out (`github.io`,
 * `com.se`) count as suffixes: `foo.github.io` is its own domain, so a tenant's page never resolves
 * to the landlord. Such a suffix without a tenant is itself a registered domain that may have a
 * site. A suffix of a top level registry (`se`, `co.uk`) is not.
 */
function registrableDomain(host: string): string | undefined {
  return getDomain(host, withPrivateSuffixes) ?? getDomain(host, options) ?? undefined;
}
