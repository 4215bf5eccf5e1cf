import { deriveId, firstNameOf, parseEmail, parseName, parsePersonPage, parseUuid } from '../../identifiers/index.js';
import { parsePhone } from '../../identifiers/phone.js';
import { RecordRejected } from '../reject-reasons.js';
import { STAGED_CONTACTS } from '../sql/contacts/staging-table.js';
import { rowEncoder, type InputPosition } from '../staging.js';
import { asFields, flag, parsed, required, text, texts, type Fields } from './fields.js';
import type { JobTitleRoles, TitleReader } from './job-titles.js';
import type { ReferencedOrganization } from './organization-reference.js';

const MAX_JOB_TITLE_LENGTH = 300;
/**
 * An index entry holds the normalized name, which is bounded, and the roles, and takes at most a
 * third of a page.
 */
const MAX_ROLES = 20;
const MAX_ROLE_LENGTH = 64;
const ROLE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

const encode = rowEncoder(STAGED_CONTACTS);

/**
 * Checks a contact and encodes it as a row of the staging table. The merge later finds out which
 * contact on record one without an id is.
 *
 * @param organization of the contact; its country is the default country of the phone number
 * @throws RecordRejected when a field is missing or wrong
 */
export function stageContact(
  record: unknown,
  position: InputPosition,
  organization: ReferencedOrganization,
  identityKey: string | Buffer,
  readTitle: TitleReader,
): string {
  const fields = asFields(record);
  const givenId = parsed(fields, 'id', parseUuid, 'invalid_id');
  const { written: name, normalized: normalizedName } = required(
    parsed(fields, 'name', parseName, 'invalid_name'),
    'name',
  );
  const slug = parsed(fields, 'linkedInUrl', parsePersonPage, 'invalid_linkedin_url');
  const email = parsed(fields, 'email', parseEmail, 'invalid_email');
  const phone = parsed(fields, 'phone', (written) => parsePhone(written, organization.countryCode), 'invalid_phone');
  const jobTitle = text(fields, 'jobTitle', MAX_JOB_TITLE_LENGTH);
  const { roles, executive, decisionMaker } = readPosition(
    fields,
    jobTitle === undefined ? undefined : readTitle(jobTitle),
  );
  return encode(position, {
    id: givenId ?? deriveNewContactId(identityKey, [organization.id, normalizedName, slug, email, phone]),
    id_given: givenId !== undefined,
    organization_id: organization.id,
    name,
    job_title: jobTitle,
    is_executive: executive,
    is_decision_maker: decisionMaker,
    roles,
    linked_in_slug: slug,
    // 0 means true, so that executives sort first.
    sort_key: `${executive ? '0' : '1'}${decisionMaker ? '0' : '1'}${normalizedName}`,
    first_name: firstNameOf(normalizedName),
    email,
    phone,
  });
}

/**
 * Derives the id for a contact that turns out to be new. It depends on everything that
 * distinguishes persons, so two persons never get one id, and the same files give the same ids in
 * another database.
 */
function deriveNewContactId(identityKey: string | Buffer, distinctiveValues: readonly (string | undefined)[]): string {
  // No part contains a line break, so the joined text is unambiguous.
  return deriveId(identityKey, 'contact', distinctiveValues.map((value) => value ?? '').join('\n'));
}

/**
 * Reads the roles and the two flags. What the record does not say follows from the job title; what
 * it says wins, also when it is false or an empty list.
 */
function readPosition(fields: Fields, derived: JobTitleRoles | undefined) {
  const says = (field: string) => fields[field] !== undefined && fields[field] !== null;
  const given = readRoles(fields);
  const executive = flag(fields, 'isExecutive');
  const decisionMaker = flag(fields, 'isDecisionMaker');
  // A record that sets one flag means false by leaving the other out.
  const saysFlags = says('isExecutive') || says('isDecisionMaker');
  return {
    roles: says('roles') || derived === undefined ? given : [...derived.roles],
    executive: saysFlags || derived === undefined ? executive : derived.isExecutive,
    decisionMaker: saysFlags || derived === undefined ? decisionMaker : derived.isDecisionMaker,
  };
}

function readRoles(fields: Fields): string[] {
  const roles = texts(fields, 'roles', MAX_ROLES, MAX_ROLE_LENGTH) ?? [];
  if (roles.some((role) => !ROLE.test(role))) throw new RecordRejected('invalid_role', 'roles');
  return roles;
}
