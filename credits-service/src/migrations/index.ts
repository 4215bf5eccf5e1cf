import { readMigrations, type SchemaModule } from '@prospecting/platform/postgres';

/** The schema `credits`: balances, their ledgers and their reservations. */
export const creditsSchema: SchemaModule = {
  schema: 'credits',
  ownerRole: 'prospect_credits_owner',
  runtimeRoles: ['prospect_credits'],
  migrations: readMigrations(new URL('../../migrations/', import.meta.url)),
};
