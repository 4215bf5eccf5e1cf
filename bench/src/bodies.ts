import { organizationPageUrl, parseDomain, parseOrgNumber, type CountryCode } from '@prospecting/directory/identifiers';
import type { matchOrganizationsValues } from '@prospecting/search-service';
import type { Random } from './random.js';

/** An organization of the data set, and one value of each kind that it can be asked for by. */
export interface KnownOrganization {
  readonly id: string;
  readonly countryCode: CountryCode;
  /** Digits. A Swedish sole trader's is on record as a hash only, so it has none here. */
  readonly orgNumber?: string;
  /** As stored: `company/acme`. */
  readonly linkedInPage?: string;
  readonly domain?: string;
}

/** Identifiers of one item as search-service takes them. */
export type Identifiers = Parameters<typeof matchOrganizationsValues>[0][number];

/** One item of a request, and the same as search-service takes it. */
export interface DrawnItem {
  readonly query: Readonly<Record<string, string>>;
  readonly identifiers: Identifiers;
}

export interface DrawOptions {
  readonly bodies: number;
  readonly itemsPerBody: number;
  /** Share of items, 0 to 1, whose identifier is made up. */
  readonly missShare: number;
}

/** How an item names an organization, in equal shares. */
const WAYS = ['id', 'orgNumberInCountry', 'orgNumber', 'linkedInUrl', 'domain'] as const;
type Way = (typeof WAYS)[number];

/** Draws the items of request bodies: the same organizations and the same random source give the same bodies. */
export function drawBodies(
  organizations: readonly KnownOrganization[],
  { bodies, itemsPerBody, missShare }: DrawOptions,
  random: Random,
): DrawnItem[][] {
  const known = Object.fromEntries(WAYS.map((way) => [way, organizations.filter(has[way])])) as Record<
    Way,
    KnownOrganization[]
  >;
  const drawItem = (ref: string): DrawnItem => {
    const way = random.pick(WAYS);
    return ask(way, ref, random.next() < missShare ? absentOrganization(random) : random.pick(known[way]));
  };
  return Array.from({ length: bodies }, () =>
    Array.from({ length: itemsPerBody }, (_, index) => drawItem(String(index))),
  );
}

const has: Record<Way, (organization: KnownOrganization) => boolean> = {
  id: () => true,
  orgNumberInCountry: ({ orgNumber }) => orgNumber !== undefined,
  orgNumber: ({ orgNumber }) => orgNumber !== undefined,
  linkedInUrl: ({ linkedInPage }) => linkedInPage !== undefined,
  domain: ({ domain }) => domain !== undefined,
};

/** Norway's numbers begin with 8 or 9, so none is on record that begins with 0. */
function absentOrganization(random: Random): KnownOrganization {
  const serial = random.below(2 ** 32);
  const slug = `absent-${serial.toString(36)}`;
  return {
    id: random.uuid(),
    countryCode: 'NO',
    orgNumber: `0${String(serial % 100_000_000).padStart(8, '0')}`,
    linkedInPage: `company/${slug}`,
    domain: `${slug}.example`,
  };
}

function ask(way: Way, ref: string, organization: KnownOrganization): DrawnItem {
  const { id, countryCode, orgNumber = '', linkedInPage = '', domain = '' } = organization;
  const none = { orgNumbers: [], domains: [] };
  switch (way) {
    case 'id':
      return { query: { ref, id }, identifiers: { ...none, id } };
    case 'orgNumberInCountry': {
      const orgNumbers = parseOrgNumber(orgNumber, countryCode) ?? [];
      return { query: { ref, orgNumber, countryCode }, identifiers: { ...none, orgNumbers } };
    }
    case 'orgNumber':
      return { query: { ref, orgNumber }, identifiers: { ...none, orgNumbers: parseOrgNumber(orgNumber) ?? [] } };
    case 'linkedInUrl':
      return { query: { ref, linkedInUrl: organizationPageUrl(linkedInPage) }, identifiers: { ...none, linkedInPage } };
    case 'domain':
      return { query: { ref, domain }, identifiers: { ...none, domains: domainsOf(domain) } };
  }
}

function domainsOf(text: string): string[] {
  const domain = parseDomain(text);
  return domain === undefined ? [] : [...new Set([domain.host, domain.registrable])];
}
