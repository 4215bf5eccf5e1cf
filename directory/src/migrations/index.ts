import { readMigrations, type SchemaModule } from '@prospecting/platform/postgres';

/** The schema `directory`: organizations, contacts, and the details and channels that are sold. */
export const directorySchema: SchemaModule = {
  schema: 'directory',
  ownerRole: 'prospect_directory_owner',
  runtimeRoles: ['prospect_importer', 'prospect_search', 'prospect_reveal'],
  readOnlyRoles: ['prospect_search'],
  migrations: readMigrations(new URL('../../migrations/', import.meta.url)),
};
