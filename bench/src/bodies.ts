import { organizationPageUrl, parseDomain, parseOrgNumber, type CountryCode } from '@prospecting/directory/identifiers';
import type { matchOrganizationsValues } from '@prospecting/search-service';
import type { Random } from '@prospecting/platform/random';

/** An organization of the data set, with one value of each kind that identifies it. */
export interface KnownOrganization {
  readonly id: string;
  readonly countryCode: CountryCode;
  /** Digits. Undefined for a Swedish sole trader, of whose number only a hash is stored. */
  readonly orgNumber?: string;
  /** As stored: `company/acme`. */
  readonly linkedInPage?: string;
  readonly domain?: string;
}

/** The identifiers of one item, as search-service takes them. */
export type Identifiers = Parameters<typeof matchOrganizationsValues>[0][number];

/** One item of a request, in the form of the API and in that of search-service. */
export interface DrawnItem {
  readonly query: Readonly<Record<string, string>>;
  readonly identifiers: Identifiers;
}

export interface DrawOptions {
  readonly bodies: number;
  readonly itemsPerBody: number;
  /** The share of items whose identifier is made up, 0 to 1. */
  readonly missShare: number;
}

/** The forms in which an item names an organization, used equally often. */
const FORMS = ['id', 'orgNumberInCountry', 'orgNumber', 'linkedInUrl', 'domain'] as const;
type Form = (typeof FORMS)[number];

/**
 * Draws the items of request bodies. The same organizations and random source give the same bodies.
 */
export function drawBodies(
  organizations: readonly KnownOrganization[],
  { bodies, itemsPerBody, missShare }: DrawOptions,
  random: Random,
): DrawnItem[][] {
  const known = Object.fromEntries(FORMS.map((form) => [form, organizations.filter(hasForm[form])])) as Record<
    Form,
    KnownOrganization[]
  >;
  const drawItem = (ref: string): DrawnItem => {
    const form = random.pick(FORMS);
    return toItem(form, ref, random.next() < missShare ? absentOrganization(random) : random.pick(known[form]));
  };
  return Array.from({ length: bodies }, () =>
    Array.from({ length: itemsPerBody }, (_, index) => drawItem(String(index))),
  );
}

const hasForm: Record<Form, (organization: KnownOrganization) => boolean> = {
  id: () => true,
  orgNumberInCountry: ({ orgNumber }) => orgNumber !== undefined,
  orgNumber: ({ orgNumber }) => orgNumber !== undefined,
  linkedInUrl: ({ linkedInPage }) => linkedInPage !== undefined,
  domain: ({ domain }) => domain !== undefined,
};

/**
 * Returns an organization that is not on record: Norwegian numbers begin with 8 or 9, never with 0.
 */
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

function toItem(form: Form, ref: string, organization: KnownOrganization): DrawnItem {
  const { id, countryCode, orgNumber = '', linkedInPage = '', domain = '' } = organization;
  const none = { orgNumbers: [], domains: [] };
  switch (form) {
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
