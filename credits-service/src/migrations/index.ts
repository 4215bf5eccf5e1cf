import type { SchemaModule } from '@prospecting/platform/postgres';
import { balancesAndEntries } from './0001-balances-and-entries.js';
import { reservations } from './0002-reservations.js';

/** The schema `credits`: balances, their ledger, and what is reserved of them. */
export const creditsSchema: SchemaModule = {
  schema: 'credits',
  ownerRole: 'prospect_credits_owner',
  runtimeRoles: ['prospect_credits'],
  migrations: [balancesAndEntries, reservations],
};
