import { parseDomain } from '../../identifiers/index.js';
import { parseWebsite } from '../records/website.js';

/** Sites on which anyone may have a page: the page is the organization's, the domain is not. */
const SHARED_SITES = new Set(['facebook.com', 'linkedin.com', 'instagram.com', 'twitter.com', 'x.com', 'youtube.com']);

/**
 * Maps a register's homepage, which is free text. A text that is not an address is dropped; the
 * record still goes in. A branch usually gives its company's site, so it gets no domain: the domain
 * must find the company.
 */
export function homepage(
  written: string | undefined,
  { ownsDomain }: { readonly ownsDomain: boolean } = { ownsDomain: true },
): { website?: string; domains?: string[] } {
  const website = written && parseWebsite(written);
  if (!website) return {};
  const domain = parseDomain(website);
  const findable = domain !== undefined && ownsDomain && !SHARED_SITES.has(domain.registrable);
  return { website, ...(findable && { domains: [domain.host] }) };
}
