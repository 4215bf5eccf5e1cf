import { organizationPageUrl } from '@prospecting/directory/identifiers';
import type { MatchedBy, Organization } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import { matchedByName } from './matched-by.js';

/** The identifier that its match puts into an organization's object, whatever is revealed of it. */
export type ShownIdentifier = Pick<Organization, 'organizationNumber' | 'domain' | 'linkedInUrl'>;

/** An organization that an item named. */
export interface FoundOrganization {
  readonly organization: search.Organization;
  readonly matchedBy: MatchedBy;
  readonly shown: ShownIdentifier;
}

/** What an item found; `undefined` when nothing fits, or nothing was asked. */
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
      // The first is the one that was sent, even where its registrable domain is what hit.
      return query.domains[0] === undefined ? {} : { domain: query.domains[0] };
    default:
      return {};
  }
}

/** The question to reveal-service: what may be seen of the organization beside what its result shows already? */
export function subjectOf({ organization, shown }: FoundOrganization): reveal.OrganizationSubject {
  return { organizationId: organization.id, shownIdentifiers: Object.keys(shown) };
}

/**
 * The organization object. Members without a value are undefined, which JSON leaves out: a literal of one shape costs a fraction of
 * one put together member by member, and this runs for every item.
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
  // The identifier as it was matched wins over the one on record: a domain is shown as it was sent.
  return details === undefined ? presented : { ...presented, ...presentDetails(details), ...shown };
}

/** Details as they came; lists with nothing in them have no value. */
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
