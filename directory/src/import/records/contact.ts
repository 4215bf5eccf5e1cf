import {
  deriveId,
  levelName,
  nameKeys,
  parseEmail,
  parseName,
  parsePersonPage,
  parsePhone,
  parseUuid,
} from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { STAGED_CONTACTS } from '../sql/contacts/staging-table.js';
import { rowEncoder, type Place } from '../staging.js';
import { asFields, flag, parsed, required, text, texts, type Fields } from './fields.js';
import type { ReferencedOrganization } from './organization-reference.js';

const MAX_JOB_TITLE_LENGTH = 300;
/** With the name these stand in one index entry, which holds no more than a third of a page. */
const MAX_LEVELLED_NAME_LENGTH = 200;
const MAX_ROLES = 20;
const MAX_ROLE_LENGTH = 64;
const ROLE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

const encode = rowEncoder(STAGED_CONTACTS);

/**
 * Checks a contact and writes it as a row of the staging table. Who a contact without an id is, the merge finds out.
 *
 * @param organization that it belongs to; a phone in national form is read as one of its country
 * @throws RecordRejected
 */
export function stageContact(
  record: unknown,
  place: Place,
  organization: ReferencedOrganization,
  identityKey: string | Buffer,
): string {
  const fields = asFields(record);
  const givenId = parsed(fields, 'id', parseUuid, 'invalid_id');
  const name = required(parsed(fields, 'name', parseName, 'invalid_name'), 'name');
  const levelled = levelName(name);
  if (levelled.length > MAX_LEVELLED_NAME_LENGTH) throw new RecordRejected('invalid_name', 'name');
  const slug = parsed(fields, 'linkedInUrl', parsePersonPage, 'invalid_linkedin_url');
  const email = parsed(fields, 'email', parseEmail, 'invalid_email');
  const phone = parsed(fields, 'phone', (written) => parsePhone(written, organization.countryCode), 'invalid_phone');
  const executive = flag(fields, 'isExecutive');
  const decisionMaker = flag(fields, 'isDecisionMaker');
  return encode(place, {
    id: givenId ?? idOfNewcomer(identityKey, [organization.id, levelled, slug, email, phone]),
    id_given: givenId !== undefined,
    organization_id: organization.id,
    name,
    job_title: text(fields, 'jobTitle', MAX_JOB_TITLE_LENGTH),
    is_executive: executive,
    is_decision_maker: decisionMaker,
    roles: readRoles(fields),
    linked_in_slug: slug,
    // 0 is true, so that it goes first.
    sort_key: `${executive ? '0' : '1'}${decisionMaker ? '0' : '1'}${levelled}`,
    first_name: nameKeys(levelled).first,
    email,
    phone,
  });
}

/**
 * The id of a contact that turns out to be nobody on record. It is derived from everything that tells persons apart, so that two of them
 * never have one id, and the same files give the same ids again.
 */
function idOfNewcomer(identityKey: string | Buffer, distinctive: readonly (string | undefined)[]): string {
  // No part has a line break in it.
  return deriveId(identityKey, 'contact', distinctive.map((each) => each ?? '').join('\n'));
}

function readRoles(fields: Fields): string[] {
  const roles = texts(fields, 'roles', MAX_ROLES, MAX_ROLE_LENGTH) ?? [];
  if (roles.some((role) => !ROLE.test(role))) throw new RecordRejected('invalid_role', 'roles');
  return roles;
}
