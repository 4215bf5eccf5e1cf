import { readMigrations, type SchemaModule } from '@prospecting/platform/postgres';

/** The schema `edge`: stored responses, the request log and missed numbers. */
export const edgeSchema: SchemaModule = {
  schema: 'edge',
  ownerRole: 'prospect_gateway_owner',
  runtimeRoles: ['prospect_gateway', 'prospect_admin'],
  migrations: readMigrations(new URL('../../migrations/', import.meta.url)),
};

/**
 * What this release reads in `accounts`, a schema of admin-service. Name the newest migration whose
 * columns or grants the gateway uses.
 */
export const ACCOUNTS_NEEDS = { schema: 'accounts', migrations: [{ name: '0002_gateway_reads_migrations' }] };
