import { parseWebAddress } from './web-address.js';

/** The kinds of LinkedIn page that identify an organization. */
export type OrganizationPageKind = 'company' | 'school' | 'showcase';

/**
 * An organization's LinkedIn page. Two addresses lead to the same page when kind and slug are
 * equal.
 */
export interface OrganizationPage {
  readonly kind: OrganizationPageKind;
  /** Percent-decoded slug, in lower case and NFC. */
  readonly slug: string;
}

const HOST = /(?:^|\.)linkedin\.com$/;
const MAX_SLUG_LENGTH = 200;
/**
 * Longest slug before normalization: a letter and a mark compose to one character. Checked first,
 * because the cost of normalization grows with the square of a run of marks.
 */
const MAX_WRITTEN_SLUG_LENGTH = 2 * MAX_SLUG_LENGTH;
/** Characters that would end the slug inside a key or a URL, and the two names of other paths. */
const NOT_A_SLUG = /[\s\p{Cc}/\\?#]|^\.{1,2}$/u;
const PLAIN_SLUG = /^[a-z0-9-]+$/;
/**
 * Escapes that `encodeURIComponent` writes for characters that a path segment may contain (RFC
 * 3986, `pchar`).
 */
const NEEDLESS_ESCAPES = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * Parses the address of an organization's page: any subdomain, with or without scheme, further
 * path, query or fragment.
 *
 * @returns `undefined` for a page of another kind or site, and for broken percent-encoding.
 */
export function parseOrganizationPage(text: string): OrganizationPage | undefined {
  const page = parsePage(text);
  if (page === undefined || !isOrganizationPageKind(page.kind)) return undefined;
  return { kind: page.kind, slug: page.slug };
}

/** Returns the form in which an organization's page is stored and compared: `company/acme`. */
export function organizationPageKey(page: OrganizationPage): string {
  return `${page.kind}/${page.slug}`;
}

/**
 * Returns the form in which an organization's page is shown, from its key:
 * `https://www.linkedin.com/company/acme`.
 */
export function organizationPageUrl(key: string): string {
  const slash = key.indexOf('/');
  return `https://www.linkedin.com/${key.slice(0, slash)}/${encodeSlug(key.slice(slash + 1))}`;
}

/**
 * Returns the slug of a person's page (`/in/…`), decoded, in lower case and NFC; `undefined` as in
 * {@link parseOrganizationPage}.
 */
export function parsePersonPage(text: string): string | undefined {
  const page = parsePage(text);
  return page?.kind === 'in' ? page.slug : undefined;
}

/** Returns the form in which a person's page is shown: `https://www.linkedin.com/in/<slug>`. */
export function personPageUrl(slug: string): string {
  return `https://www.linkedin.com/in/${encodeSlug(slug)}`;
}

function parsePage(text: string): { kind: string; slug: string } | undefined {
  const address = parseWebAddress(text);
  if (address === undefined || !HOST.test(address.host)) return undefined;
  const [, kind = '', segment = ''] = address.path.split('/', 3);
  const slug = decodeSlug(segment);
  return slug === undefined ? undefined : { kind: kind.toLowerCase(), slug };
}

function decodeSlug(segment: string): string | undefined {
  const decoded = segment.includes('%') ? decodePercent(segment) : segment;
  if (decoded === undefined || decoded === '' || decoded.length > MAX_WRITTEN_SLUG_LENGTH) return undefined;
  if (NOT_A_SLUG.test(decoded)) return undefined;
  // NFC comes last: lower-casing can leave a letter and a mark that compose.
  const slug = decoded.toLowerCase().normalize('NFC');
  return slug.length > MAX_SLUG_LENGTH ? undefined : slug;
}

function decodePercent(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function encodeSlug(slug: string): string {
  return PLAIN_SLUG.test(slug) ? slug : encodeURIComponent(slug).replace(NEEDLESS_ESCAPES, decodeURIComponent);
}

function isOrganizationPageKind(kind: string): kind is OrganizationPageKind {
  return kind === 'company' || kind === 'school' || kind === 'showcase';
}
