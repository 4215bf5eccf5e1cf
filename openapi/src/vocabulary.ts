import type { Schema } from './document.js';
import { contract, enumOf } from './document.js';
import type {
  ContactsMatchedBy,
  InfoType,
  ItemError,
  NotFoundReason,
  OrganizationMatchedBy,
  PersonMatchedBy,
  ProblemCode,
} from './generated/api.js';

export type MatchedBy = OrganizationMatchedBy | PersonMatchedBy | ContactsMatchedBy;

/** The errors of an `invalid` item. */
export const ITEM_ERRORS = enumOf('ItemError') as readonly ItemError[];

/** The reasons of a `not_found` item. */
export const REASONS = enumOf('NotFoundReason') as readonly NotFoundReason[];

/** The problem codes. */
export const PROBLEM_CODES = enumOf('ProblemCode') as readonly ProblemCode[];

/** The kinds of contact information. */
export const INFO_TYPES = enumOf('InfoType') as readonly InfoType[];

/** The identifiers that a result can name in `matchedBy`, over all endpoints. */
export const MATCHED_BY = [
  ...new Set([...enumOf('OrganizationMatchedBy'), ...enumOf('PersonMatchedBy'), ...enumOf('ContactsMatchedBy')]),
] as readonly MatchedBy[];

/**
 * The names of fields with personal data (`x-personal-data`), sorted. Logs and traces redact them.
 */
export const PERSONAL_DATA_FIELDS: readonly string[] = personalDataFields();

function personalDataFields(): string[] {
  const { schemas } = contract.components;
  const isPersonal = (schema: Schema): boolean =>
    schema['x-personal-data'] === true ||
    (schema.$ref !== undefined &&
      schemas[schema.$ref.slice('#/components/schemas/'.length)]?.['x-personal-data'] === true);
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (isPersonal(property)) names.add(name);
      visit(property);
    }
  };
  Object.values(schemas).forEach(visit);
  return [...names].sort();
}
