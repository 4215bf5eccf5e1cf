import { parseUuid, type CountryCode } from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { asFields, flag, parsed, required, type Fields } from './fields.js';
import { readNumber } from './org-number.js';

/** How a record names the organization that it belongs to: by id, or by the value of the identifier `orgNumber`. */
export type OrganizationReference =
  { readonly id: string; readonly numberKey?: never } | { readonly numberKey: string; readonly id?: never };

/** The organization that a reference names. */
export interface ReferencedOrganization {
  readonly id: string;
  readonly countryCode: CountryCode;
}

/** Reads the field `organization`: `{id}` or `{countryCode, organizationNumber}`; an id goes before a number. `soleTrader` means what it means there. */
export function readReference(fields: Fields, identityKey: string | Buffer): OrganizationReference {
  const organization = asFields(required(fields['organization'] ?? undefined, 'organization'), 'organization');
  try {
    const id = parsed(organization, 'id', parseUuid, 'invalid_id');
    if (id !== undefined) return { id };
    return { numberKey: readNumber(organization, flag(organization, 'soleTrader'), identityKey).key };
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    throw new RecordRejected(error.reason, `organization.${error.field}`);
  }
}
