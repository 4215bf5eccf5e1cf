import { parseUuid, type CountryCode } from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { asFields, flag, parsed, required, type Fields } from './fields.js';
import { readNumber } from './org-number.js';

/** The organization of a record, named by id or by the value of the identifier `orgNumber`. */
export type OrganizationReference =
  { readonly id: string; readonly numberKey?: never } | { readonly numberKey: string; readonly id?: never };

/** The organization on record that a reference names. */
export interface ReferencedOrganization {
  readonly id: string;
  readonly countryCode: CountryCode;
}

/**
 * Reads the field `organization`: `{id}` or `{countryCode, organizationNumber, soleTrader}`. An id
 * takes precedence over a number. `soleTrader` has the same meaning as in an organization.
 *
 * @throws RecordRejected when neither is there, or one of them is malformed
 */
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
