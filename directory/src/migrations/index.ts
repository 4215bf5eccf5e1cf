import type { SchemaModule } from '@prospecting/platform/postgres';
import { organizationsAndContacts } from './0001-organizations-and-contacts.js';
import { revealShowsContacts } from './0002-reveal-shows-contacts.js';
import { soleTradersByNumber } from './0003-sole-traders-by-number.js';

/** The schema `directory`: organizations, contacts and what is sold of them. */
export const directorySchema: SchemaModule = {
  schema: 'directory',
  ownerRole: 'prospect_directory_owner',
  runtimeRoles: ['prospect_importer', 'prospect_search', 'prospect_reveal'],
  readOnlyRoles: ['prospect_search'],
  migrations: [organizationsAndContacts, revealShowsContacts, soleTradersByNumber],
};
