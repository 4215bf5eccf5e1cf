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
 * Checks a contact and writes it as a row of the staging table.
 *
 * @param organization that it belongs to; a phone in national form is read as one of its country
 * @throws RecordRejected
 */
export function stageContact(record: unknown, place: Place, organization: ReferencedOrganization): string {
  const fields = asFields(record);
  const givenId = parsed(fields, 'id', parseUuid, 'invalid_id');
  const name = required(parsed(fields, 'name', parseName, 'invalid_name'), 'name');
  const levelled = levelName(name);
  if (levelled.length > MAX_LEVELLED_NAME_LENGTH) throw new RecordRejected('invalid_name', 'name');
  const slug = parsed(fields, 'linkedInUrl', parsePersonPage, 'invalid_linkedin_url');
  const executive = flag(fields, 'isExecutive');
  const decisionMaker = flag(fields, 'isDecisionMaker');
  return encode(place, {
    id: givenId ?? (slug === undefined ? idFromName(organization.id, levelled) : idFromPage(organization.id, slug)),
    id_from_name: givenId === undefined && slug === undefined,
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
    email: parsed(fields, 'email', parseEmail, 'invalid_email'),
    phone: parsed(fields, 'phone', (written) => parsePhone(written, organization.countryCode), 'invalid_phone'),
  });
}

/**
 * A contact without an id is known by the LinkedIn page, or else by the name, within the organization. What else is said
 * of a person (job title, address, number) changes far more often than the person behind a name does.
 *
 * @param ordinal tells namesakes of one file apart: 1 is the first of them
 */
export function idFromName(organizationId: string, levelledName: string, ordinal = 1): string {
  const key = `${organizationId}\nname\n${levelledName}`;
  // No part of a key has a line break in it.
  return deriveId('contact', ordinal === 1 ? key : `${key}\n${ordinal}`);
}

function idFromPage(organizationId: string, slug: string): string {
  return deriveId('contact', `${organizationId}\nlinkedIn\n${slug}`);
}

function readRoles(fields: Fields): string[] {
  const roles = texts(fields, 'roles', MAX_ROLES, MAX_ROLE_LENGTH) ?? [];
  if (roles.some((role) => !ROLE.test(role))) throw new RecordRejected('invalid_role', 'roles');
  return roles;
}
