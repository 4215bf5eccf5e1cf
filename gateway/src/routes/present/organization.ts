import { organizationPageUrl } from '@prospecting/directory/identifiers';
import type { MatchedBy, Organization } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';

/**
 * The identifier by which an organization matched. Its object shows it even when nothing is
 * revealed.
 */
export type ShownIdentifier = Pick<Organization, 'organizationNumber' | 'domain' | 'linkedInUrl'>;

/** The organization that an item names. */
export interface FoundOrganization {
  readonly organization: search.Organization;
  readonly matchedBy: MatchedBy;
  readonly shown: ShownIdentifier;
}

/** Returns the organization of a match; `undefined` without a query or without a match. */
export function foundOrganization(
  query: search.OrganizationIdentifiers | undefined,
  match: search.OrganizationMatch | null | undefined,
): FoundOrganization | undefined {
  const organization = match?.organization ?? undefined;
  if (query === undefined || match === undefined || match === null || organization === undefined) return undefined;
  return { organization, matchedBy: matchedByName(match.matchedBy), shown: shownIdentifier(query, match) };
}

function shownIdentifier(query: search.OrganizationIdentifiers, match: search.OrganizationMatch): ShownIdentifier {
  switch (match.matchedBy) {
    case 'MATCHED_BY_ORG_NUMBER':
      return match.organizationNumber === undefined ? {} : { organizationNumber: match.organizationNumber };
    case 'MATCHED_BY_LINKED_IN_URL':
      return query.linkedInPage === undefined ? {} : { linkedInUrl: organizationPageUrl(query.linkedInPage) };
    case 'MATCHED_BY_DOMAIN':
      // The first domain is the one that was sent, even when its registrable domain matched.
      return query.domains[0] === undefined ? {} : { domain: query.domains[0] };
    default:
      return {};
  }
}

/** Returns the query for what the account sees of the organization beside its shown identifier. */
export function subjectOf({ organization, shown }: FoundOrganization): reveal.OrganizationSubject {
  return { organizationId: organization.id, shownIdentifiers: Object.keys(shown) };
}

/**
 * Returns the organization object. Members without a value are undefined, which JSON omits. A
 * literal of one shape costs a fraction of an object built member by member, and this runs for
 * every item.
 */
export function presentOrganization(
  { organization, shown }: FoundOrganization,
  view: reveal.OrganizationView,
  appUrl: string,
): Organization {
  const presented: Organization = {
    id: organization.id,
    name: organization.name,
    detailsRevealed: view.detailsRevealed,
    countryCode: organization.countryCode as Organization['countryCode'],
    legalForm: organization.legalForm,
    city: organization.city,
    foundedYear: organization.foundedYear,
    url: `${appUrl}/organizations/${organization.id}`,
    organizationNumber: shown.organizationNumber,
    domain: shown.domain,
    linkedInUrl: shown.linkedInUrl,
  };
  const details = view.details ?? undefined;
  // The matched identifier replaces the one on record: a domain is shown as it was sent.
  return details === undefined ? presented : { ...presented, ...presentDetails(details), ...shown };
}

/** Returns the details without empty lists. */
function presentDetails({
  technologies,
  keywords,
  tags,
  ...details
}: reveal.OrganizationDetails): Partial<Organization> {
  return {
    ...details,
    technologies: technologies.length > 0 ? technologies : undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
    tags: tags.length > 0 ? tags : undefined,
  };
}

const MATCHED_BY: Readonly<Record<Exclude<search.MatchedBy, 'MATCHED_BY_UNSPECIFIED'>, MatchedBy>> = {
  MATCHED_BY_ID: 'id',
  MATCHED_BY_ORG_NUMBER: 'orgNumber',
  MATCHED_BY_LINKED_IN_URL: 'linkedInUrl',
  MATCHED_BY_DOMAIN: 'domain',
  MATCHED_BY_EMAIL: 'email',
  MATCHED_BY_NAME: 'name',
  MATCHED_BY_CURSOR: 'cursor',
};

function matchedByName(matchedBy: search.MatchedBy): MatchedBy {
  if (matchedBy === 'MATCHED_BY_UNSPECIFIED')
    throw new Error('a match of search-service does not say by what it matched');
  return MATCHED_BY[matchedBy];
}
