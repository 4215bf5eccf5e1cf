import { statement } from '@prospecting/platform/postgres';

/** Everything on record of a contact, as an access request shows it. */
export interface PersonRecordRow {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly roles: readonly string[];
  readonly linkedInSlug: string | null;
  readonly normalizedName: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Returns all that the directory has of contacts. Served by contacts_pkey, organizations_pkey and
 * contact_details_pkey. Locks nothing.
 */
export const selectPersonRecord = statement<readonly [ids: readonly string[]], PersonRecordRow>(
  'directory_select_person_record',
  `
  select contacts.id, contacts.organization_id as "organizationId", organizations.name as "organizationName",
    contacts.name, contacts.job_title as "jobTitle", contacts.is_executive as "isExecutive",
    contacts.is_decision_maker as "isDecisionMaker", contacts.roles, contacts.linked_in_slug as "linkedInSlug",
    substr(contacts.sort_key, 3) as "normalizedName", contact_details.email, contact_details.phone
  from directory.contacts
  join directory.organizations on organizations.id = contacts.organization_id
  left join directory.contact_details on contact_details.contact_id = contacts.id
  where contacts.id = any ($1::uuid[])
  order by contacts.id`,
);
