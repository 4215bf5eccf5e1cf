import { parseEmail, parsePhone } from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { STAGED_SWITCHBOARDS } from '../sql/switchboards/staging-table.js';
import { rowEncoder, type Place } from '../staging.js';
import { asFields, parsed } from './fields.js';
import type { ReferencedOrganization } from './organization-reference.js';

const encode = rowEncoder(STAGED_SWITCHBOARDS);

/**
 * Checks an organization's switchboard and writes it as a row of the staging table.
 *
 * @param organization whose it is; a phone in national form is read as one of its country
 * @throws RecordRejected
 */
export function stageSwitchboard(record: unknown, place: Place, organization: ReferencedOrganization): string {
  const fields = asFields(record);
  const phone = parsed(fields, 'phone', (written) => parsePhone(written, organization.countryCode), 'invalid_phone');
  const email = parsed(fields, 'email', parseEmail, 'invalid_email');
  if (phone === undefined && email === undefined) throw new RecordRejected('missing_phone_and_email');
  return encode(place, { organization_id: organization.id, phone, email });
}
