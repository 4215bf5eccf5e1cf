import type { CountryCode } from '../identifiers/index.js';
import type { OrganizationReference, ReferencedOrganization } from './records/organization-reference.js';
import type { Session } from './session.js';
import { FIND_ORGANIZATIONS } from './sql/find-organizations.js';

/** Organizations on record, by `referenceKey`. */
export type ReferencedOrganizations = ReadonlyMap<string, ReferencedOrganization>;

export type OrganizationFinder = (
  references: readonly (OrganizationReference | undefined)[],
) => Promise<ReferencedOrganizations>;

/**
 * Makes the function that looks up the organizations of a whole block of records in one statement: neighbours mostly belong to
 * one organization. Calls may overlap; the session runs them one after the other.
 */
export function organizationFinder(session: Session): OrganizationFinder {
  let last: Promise<unknown> = Promise.resolve();
  return (references) => {
    const found = last.then(() => findOrganizations(session, references));
    // Whoever called sees the failure; the next call makes its own.
    last = found.catch(() => {});
    return found;
  };
}

/** What an organization is found under. A number's key is never a UUID. */
export function referenceKey(reference: OrganizationReference): string {
  return reference.id ?? reference.numberKey;
}

async function findOrganizations(
  session: Session,
  references: readonly (OrganizationReference | undefined)[],
): Promise<ReferencedOrganizations> {
  const ids = new Set<string>();
  const numberKeys = new Set<string>();
  for (const reference of references) {
    if (reference?.id !== undefined) ids.add(reference.id);
    else if (reference !== undefined) numberKeys.add(reference.numberKey);
  }
  const { rows } = await session.query<{ reference: string; id: string; countryCode: CountryCode }>({
    name: 'find_organizations',
    text: FIND_ORGANIZATIONS,
    values: [[...numberKeys], [...ids]],
  });
  return new Map(rows.map(({ reference, id, countryCode }) => [reference, { id, countryCode }]));
}
