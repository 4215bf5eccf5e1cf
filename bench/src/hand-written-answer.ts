/** The pure half of the hand-written process: what an answer of organizations/match contains. */
import {
  formatOrgNumber,
  isCountryCode,
  maskPersonalNumber,
  organizationPageKey,
  organizationPageUrl,
  parseDomain,
  parseOrganizationPage,
  parseOrgNumber,
  soleTraderHash,
} from '@prospecting/directory/identifiers';
import type { viewingStatements } from '@prospecting/reveal-service';
import type { selectOrganizationHits } from '@prospecting/search-service';
import type { Identifiers } from './bodies.js';

export type Hit = Awaited<ReturnType<typeof selectOrganizationHits.run>>[number];
export type Presence = Awaited<ReturnType<typeof viewingStatements.selectDetailPresence.run>>[number];

/** One item of a request, as it is sent. */
export interface SentItem {
  readonly ref?: string;
  readonly id?: string;
  readonly orgNumber?: string;
  readonly countryCode?: string;
  readonly linkedInUrl?: string;
  readonly domain?: string;
}

/** What an item finds. */
export interface Found {
  readonly hit: Hit;
  readonly matchedBy: string;
  /** The identifier that the result shows. */
  readonly shown: Readonly<Record<string, string>>;
}

/** Returns the identifiers of an item. Throws Error for one that the benchmark never sends. */
export function readIdentifiers(item: SentItem): Identifiers {
  const { id, orgNumber, countryCode, linkedInUrl, domain } = item;
  const country = countryCode !== undefined && isCountryCode(countryCode) ? countryCode : undefined;
  const orgNumbers = orgNumber === undefined ? [] : required(parseOrgNumber(orgNumber, country), 'orgNumber');
  const parsed = domain === undefined ? undefined : required(parseDomain(domain), 'domain');
  return {
    ...(id !== undefined && { id }),
    orgNumbers,
    ...(linkedInUrl !== undefined && {
      linkedInPage: organizationPageKey(required(parseOrganizationPage(linkedInUrl), 'linkedInUrl')),
    }),
    domains: parsed === undefined ? [] : [...new Set([parsed.host, parsed.registrable])],
  };
}

function required<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`${field} is malformed`);
  return value;
}

/** Returns the key of a hit among hits. */
export function hitKey(kind: string, value: string): string {
  return `${kind} ${value}`;
}

/**
 * Returns what the first identifier on record finds, in the order id, org number, LinkedIn page,
 * domain. A Swedish number may be stored as a hash.
 */
export function findHit(
  { id, orgNumbers, linkedInPage, domains }: Identifiers,
  hits: ReadonlyMap<string, Hit>,
  soleTraderKey: string,
): Found | undefined {
  const byId = id === undefined ? undefined : hits.get(hitKey('id', id));
  if (byId !== undefined) return { hit: byId, matchedBy: 'id', shown: {} };
  for (const { countryCode, digits } of orgNumbers) {
    const hit =
      hits.get(hitKey('orgNumber', countryCode + digits)) ??
      (countryCode === 'SE' ? hits.get(hitKey('orgNumber', `SE#${soleTraderHash(soleTraderKey, digits)}`)) : undefined);
    if (hit === undefined) continue;
    return { hit, matchedBy: 'orgNumber', shown: { organizationNumber: displayNumber(hit, countryCode, digits) } };
  }
  const page = linkedInPage === undefined ? undefined : hits.get(hitKey('linkedInUrl', linkedInPage));
  if (page !== undefined && linkedInPage !== undefined) {
    return { hit: page, matchedBy: 'linkedInUrl', shown: { linkedInUrl: organizationPageUrl(linkedInPage) } };
  }
  for (const domain of domains) {
    const hit = hits.get(hitKey('domain', domain));
    // The domain as it was sent, even when its registrable domain is the one on record.
    if (hit !== undefined) return { hit, matchedBy: 'domain', shown: { domain: domains[0] as string } };
  }
  return undefined;
}

/** A sole trader's number is a personal number and stays masked. */
function displayNumber({ soleTrader }: Hit, countryCode: string, digits: string): string {
  if (soleTrader && countryCode === 'SE') return maskPersonalNumber(digits);
  return isCountryCode(countryCode) ? formatOrgNumber(countryCode, digits) : digits;
}

/** Returns the result of an item. JSON omits the members without a value. */
export function renderResult(
  ref: string | undefined,
  found: Found | undefined,
  presences: ReadonlyMap<string, Presence>,
  appUrl: string,
): object {
  if (found === undefined) return { ref, status: 'not_found' };
  const { hit, matchedBy, shown } = found;
  const presence = presences.get(hit.id);
  const detailsRevealed = presence === undefined || !holdsBack(presence, shown);
  const masked = detailsRevealed ? presence?.maskedOrganizationNumber : undefined;
  const organization = {
    id: hit.id,
    name: hit.name,
    detailsRevealed,
    countryCode: hit.countryCode,
    legalForm: hit.legalForm ?? undefined,
    city: hit.city ?? undefined,
    foundedYear: hit.foundedYear ?? undefined,
    url: `${appUrl}/organizations/${hit.id}`,
    organizationNumber: shown['organizationNumber'] ?? masked ?? undefined,
    domain: shown['domain'],
    linkedInUrl: shown['linkedInUrl'],
  };
  return { ref, status: 'matched', matchedBy, organization };
}

/** Returns true when a reveal would show more than the result does. A masked number is free. */
function holdsBack(presence: Presence, shown: Found['shown']): boolean {
  return (
    presence.hasOtherDetails ||
    (presence.maskedOrganizationNumber === null && shown['organizationNumber'] === undefined) ||
    (presence.hasDomain && shown['domain'] === undefined) ||
    (presence.hasLinkedInUrl && shown['linkedInUrl'] === undefined)
  );
}
