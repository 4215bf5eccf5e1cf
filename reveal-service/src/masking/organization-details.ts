import type { reveal } from '@prospecting/protos';

/** Which details of an organization are on record, without their values. */
export interface DetailPresence {
  /**
   * The masked number of a Swedish sole trader, which everyone may see; null for any other number.
   */
  readonly maskedOrganizationNumber: string | null;
  readonly hasDomain: boolean;
  readonly hasLinkedInUrl: boolean;
  /** True with any detail that is not an identifier. */
  readonly hasOtherDetails: boolean;
}

/** The details on record, by the names of the protos; null or absent without a value. */
export type RecordedDetails = {
  readonly [Field in keyof reveal.OrganizationDetails]?: reveal.OrganizationDetails[Field] | null;
};

/**
 * Only a personal number is stored masked. Any other sole trader's number is an ordinary detail.
 */
const MASKED_NUMBER = /-XXXX$/;

/** Returns which of the details have a value. */
export function presenceOf({ organizationNumber, domain, linkedInUrl, ...others }: RecordedDetails): DetailPresence {
  const hasValue = (value: unknown): boolean => value !== null && value !== undefined;
  const number = organizationNumber ?? null;
  return {
    maskedOrganizationNumber: number !== null && MASKED_NUMBER.test(number) ? number : null,
    hasDomain: hasValue(domain),
    hasLinkedInUrl: hasValue(linkedInUrl),
    hasOtherDetails: Object.values(others).some(hasValue),
  };
}

/**
 * Returns what an account sees of an organization.
 * @param revealed all details on record if the account has revealed them, else `undefined`
 * @param presence `undefined` without details on record
 * @param shownIdentifiers the identifiers that the result shows anyway: `organizationNumber`,
 *   `domain`, `linkedInUrl`
 */
export function organizationView(
  revealed: RecordedDetails | undefined,
  presence: DetailPresence | undefined,
  shownIdentifiers: readonly string[],
): reveal.OrganizationView {
  if (revealed !== undefined) return { detailsRevealed: true, details: detailsWithout(shownIdentifiers, revealed) };
  if (presence !== undefined && holdsBack(presence, shownIdentifiers)) return { detailsRevealed: false };
  const organizationNumber = presence?.maskedOrganizationNumber ?? null;
  return { detailsRevealed: true, details: detailsWithout(shownIdentifiers, { organizationNumber }) };
}

/**
 * Returns true when a reveal would show a detail that the result does not show anyway. A result has
 * one field `domain`, so a shown domain leaves no other domain to reveal. A masked number is free.
 */
export function holdsBack(presence: DetailPresence, shownIdentifiers: readonly string[]): boolean {
  return (
    presence.hasOtherDetails ||
    (presence.maskedOrganizationNumber === null && !shownIdentifiers.includes('organizationNumber')) ||
    (presence.hasDomain && !shownIdentifiers.includes('domain')) ||
    (presence.hasLinkedInUrl && !shownIdentifiers.includes('linkedInUrl'))
  );
}

function detailsWithout(shownIdentifiers: readonly string[], recorded: RecordedDetails): reveal.OrganizationDetails {
  const visible = Object.entries(recorded).filter(
    ([field, value]) => value !== null && !shownIdentifiers.includes(field),
  );
  return { technologies: [], keywords: [], tags: [], ...Object.fromEntries(visible) };
}
