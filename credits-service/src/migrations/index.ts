import type { SchemaModule } from '@prospecting/platform/postgres';
import { balancesAndEntries } from './0001-balances-and-entries.js';
import { reservations } from './0002-reservations.js';
import { whatAMonthUsed } from './0003-what-a-month-used.js';
import { whatAMonthUsedFilled } from './0004-what-a-month-used-filled.js';
import { oneGrantAReference } from './0005-one-grant-a-reference.js';
import { whatAMonthUsedValidated } from './0006-what-a-month-used-validated.js';

/** The schema `credits`: balances, their ledger, and what is reserved of them. */
export const creditsSchema: SchemaModule = {
  schema: 'credits',
  ownerRole: 'prospect_credits_owner',
  runtimeRoles: ['prospect_credits'],
  migrations: [
    balancesAndEntries,
    reservations,
    whatAMonthUsed,
    whatAMonthUsedFilled,
    oneGrantAReference,
    whatAMonthUsedValidated,
  ],
};
