import type { OrganizationReference, ReferencedOrganization } from './records/organization-reference.js';
import type { Session } from './session.js';
import {
  selectReferencedOrganizations,
  type ReferencedOrganizationRow,
} from './sql/select-referenced-organizations.js';

/** Organizations on record, by `referenceKey`. */
export type ReferencedOrganizations = ReadonlyMap<string, ReferencedOrganization>;

export type OrganizationFinder = (
  references: readonly (OrganizationReference | undefined)[],
) => Promise<ReferencedOrganizations>;

/**
 * Creates a function that looks up the organizations of a block of records in one statement.
 * Adjacent records mostly belong to one organization, so a block names few. Calls may overlap; the
 * session runs them one after the other.
 */
export function createOrganizationFinder(session: Session): OrganizationFinder {
  let last: Promise<unknown> = Promise.resolve();
  return (references) => {
    const found = last.then(() => findOrganizations(session, references));
    // The caller sees the failure; it must not fail the next call.
    last = found.catch(() => {});
    return found;
  };
}

/** Returns the key of a reference in the map. The key of a number is never a UUID. */
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
  const { name, text } = selectReferencedOrganizations;
  const values = [[...numberKeys], [...ids]];
  const { rows } = await session.query<ReferencedOrganizationRow>({ name, text, values });
  return new Map(rows.map(({ reference, id, countryCode }) => [reference, { id, countryCode }]));
}
