import { parseEmail } from '../../identifiers/index.js';
import { parsePhone } from '../../identifiers/phone.js';
import { RecordRejected } from '../reject-reasons.js';
import { STAGED_SWITCHBOARDS } from '../sql/switchboards/staging-table.js';
import { rowEncoder, type InputPosition } from '../staging.js';
import { asFields, parsed } from './fields.js';
import type { ReferencedOrganization } from './organization-reference.js';

const encode = rowEncoder(STAGED_SWITCHBOARDS);

/**
 * Checks a switchboard and encodes it as a row of the staging table.
 *
 * @param organization of the switchboard; its country is the default country of the phone number
 * @throws RecordRejected when a field is missing or wrong
 */
export function stageSwitchboard(
  record: unknown,
  position: InputPosition,
  organization: ReferencedOrganization,
): string {
  const fields = asFields(record);
  const phone = parsed(fields, 'phone', (written) => parsePhone(written, organization.countryCode), 'invalid_phone');
  const email = parsed(fields, 'email', parseEmail, 'invalid_email');
  if (phone === undefined && email === undefined) throw new RecordRejected('missing_phone_and_email');
  return encode(position, { organization_id: organization.id, phone, email });
}
