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

/** Why an item can be `invalid`. */
export const ITEM_ERRORS = enumOf('ItemError') as readonly ItemError[];

/** Why an item can be `not_found`. */
export const REASONS = enumOf('NotFoundReason') as readonly NotFoundReason[];

/** The codes of problems. */
export const PROBLEM_CODES = enumOf('ProblemCode') as readonly ProblemCode[];

/** The kinds of contact information. */
export const INFO_TYPES = enumOf('InfoType') as readonly InfoType[];

/** What can have hit, over all endpoints. */
export const MATCHED_BY = [
  ...new Set([...enumOf('OrganizationMatchedBy'), ...enumOf('PersonMatchedBy'), ...enumOf('ContactsMatchedBy')]),
] as readonly MatchedBy[];

/** The names of fields that hold personal data (`x-personal-data`), sorted: for redaction in logs and traces. */
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
