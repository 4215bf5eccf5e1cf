import { readMigrations, type SchemaModule } from '@prospecting/platform/postgres';

/** The schema `reveal`: reveals and spends of accounts, prices and owned addresses. */
export const revealSchema: SchemaModule = {
  schema: 'reveal',
  ownerRole: 'prospect_reveal_owner',
  runtimeRoles: ['prospect_reveal'],
  migrations: readMigrations(new URL('../../migrations/', import.meta.url)),
};
