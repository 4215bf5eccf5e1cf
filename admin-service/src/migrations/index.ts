import { readMigrations, type SchemaModule } from '@prospecting/platform/postgres';

/** The schema `accounts`: accounts, their API keys and the hashes of the keys' secrets. */
export const accountsSchema: SchemaModule = {
  schema: 'accounts',
  ownerRole: 'prospect_admin_owner',
  runtimeRoles: ['prospect_admin', 'prospect_gateway'],
  migrations: readMigrations(new URL('../../migrations/', import.meta.url)),
};
