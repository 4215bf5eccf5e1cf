import { mergeContacts } from './merge/contacts.js';
import { mergeOrganizations } from './merge/organizations.js';
import type { Merge } from './merge/staged-rows.js';
import { mergeSwitchboards } from './merge/switchboards.js';
import type { RecordKind } from './record-kinds.js';
import { stageContact } from './records/contact.js';
import type { TitleReader } from './records/job-titles.js';
import { stageNumber, stageOrganization, type RecordOrigin } from './records/organization.js';
import type { ReferencedOrganization } from './records/organization-reference.js';
import { stageSwitchboard } from './records/switchboard.js';
import { STAGED_CONTACTS } from './sql/contacts/staging-table.js';
import { STAGED_ORGANIZATIONS } from './sql/organizations/staging-table.js';
import { STAGED_SWITCHBOARDS } from './sql/switchboards/staging-table.js';
import type { InputPosition, StagingTable } from './staging.js';

/** How the import checks, stages and merges one kind of record. */
export type ImportDefinition = {
  readonly staging: StagingTable;
  readonly merge: Merge;
  /** Tables that the merge writes. */
  readonly tables: readonly string[];
} & (
  | {
      readonly belongsToOrganization: false;
      readonly stage: (
        record: unknown,
        position: InputPosition,
        identityKey: string | Buffer,
        origin: RecordOrigin,
      ) => string;
      readonly stageNumber: typeof stageNumber;
    }
  | {
      readonly belongsToOrganization: true;
      readonly stage: (
        record: unknown,
        position: InputPosition,
        organization: ReferencedOrganization,
        identityKey: string | Buffer,
        readTitle: TitleReader,
      ) => string;
    }
);

export const IMPORT_DEFINITIONS: Readonly<Record<RecordKind, ImportDefinition>> = {
  organizations: {
    staging: STAGED_ORGANIZATIONS,
    belongsToOrganization: false,
    stage: stageOrganization,
    stageNumber,
    merge: mergeOrganizations,
    tables: [
      'directory.organizations',
      'directory.organization_identifiers',
      'directory.organization_details',
      'directory.organization_sources',
      'directory.deregistered_organizations',
    ],
  },
  contacts: {
    staging: STAGED_CONTACTS,
    belongsToOrganization: true,
    stage: stageContact,
    merge: mergeContacts,
    tables: ['directory.contacts', 'directory.contact_details'],
  },
  switchboards: {
    staging: STAGED_SWITCHBOARDS,
    belongsToOrganization: true,
    stage: stageSwitchboard,
    merge: mergeSwitchboards,
    tables: ['directory.switchboards'],
  },
};
