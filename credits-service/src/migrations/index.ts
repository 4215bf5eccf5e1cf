import type { SchemaModule } from '@prospecting/platform/postgres';
import { balancesAndEntries } from './0001-balances-and-entries.js';

/** The schema `credits`: balances and their ledger. */
export const creditsSchema: SchemaModule = {
  schema: 'credits',
  ownerRole: 'prospect_credits_owner',
  runtimeRoles: ['prospect_credits'],
  migrations: [balancesAndEntries],
};
