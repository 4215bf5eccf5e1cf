import type { reveal } from '@prospecting/protos';

/** Which details of an organization are on record, without their values. */
export interface DetailPresence {
  /** A Swedish sole trader's number as everyone may see it; null where the number on record is a detail like any other. */
  readonly maskedOrganizationNumber: string | null;
  readonly hasDomain: boolean;
  readonly hasLinkedInUrl: boolean;
  /** Any detail that is not an identifier. */
  readonly hasOtherDetails: boolean;
}

/** Details on record, as the protos name them; null where there is none. */
export type RecordedDetails = {
  readonly [Field in keyof reveal.OrganizationDetails]?: reveal.OrganizationDetails[Field] | null;
};

/** A personal number is on record masked; any other sole trader's number is a detail like another. */
const MASKED_NUMBER = /-XXXX$/;

/** Which of the details are there. */
export function presenceOf({ organizationNumber, domain, linkedInUrl, ...others }: RecordedDetails): DetailPresence {
  const isThere = (value: unknown): boolean => value !== null && value !== undefined;
  const number = organizationNumber ?? null;
  return {
    maskedOrganizationNumber: number !== null && MASKED_NUMBER.test(number) ? number : null,
    hasDomain: isThere(domain),
    hasLinkedInUrl: isThere(linkedInUrl),
    hasOtherDetails: Object.values(others).some(isThere),
  };
}

/**
 * What an account sees of an organization.
 * @param revealed all details on record, if the account revealed them
 * @param presence `undefined`: nothing is on record
 * @param shownIdentifiers any of `organizationNumber`, `domain`, `linkedInUrl`: what the result shows already
 */
export function organizationView(
  revealed: RecordedDetails | undefined,
  presence: DetailPresence | undefined,
  shownIdentifiers: readonly string[],
): reveal.OrganizationView {
  if (revealed !== undefined) return { detailsRevealed: true, details: detailsBeside(shownIdentifiers, revealed) };
  if (presence !== undefined && holdsBack(presence, shownIdentifiers)) return { detailsRevealed: false };
  const organizationNumber = presence?.maskedOrganizationNumber ?? null;
  return { detailsRevealed: true, details: detailsBeside(shownIdentifiers, { organizationNumber }) };
}

/**
 * Whether there is a detail to pay for that the result does not show already. A result has one field `domain`, so a shown domain leaves
 * no other one to hold back; a masked number is nothing to pay for.
 */
export function holdsBack(presence: DetailPresence, shownIdentifiers: readonly string[]): boolean {
  return (
    presence.hasOtherDetails ||
    (presence.maskedOrganizationNumber === null && !shownIdentifiers.includes('organizationNumber')) ||
    (presence.hasDomain && !shownIdentifiers.includes('domain')) ||
    (presence.hasLinkedInUrl && !shownIdentifiers.includes('linkedInUrl'))
  );
}

function detailsBeside(shownIdentifiers: readonly string[], recorded: RecordedDetails): reveal.OrganizationDetails {
  const shown = Object.entries(recorded).filter(
    ([field, value]) => value !== null && !shownIdentifiers.includes(field),
  );
  return { technologies: [], keywords: [], tags: [], ...Object.fromEntries(shown) };
}
