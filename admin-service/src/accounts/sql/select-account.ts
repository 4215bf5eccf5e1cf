import { statement } from '@prospecting/platform/postgres';

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  /** False: the account's keys are rejected. */
  readonly apiEnabled: boolean;
  /** Role codes. Empty: every contact. */
  readonly targetRoles: string[];
  readonly priceGroup: string;
  readonly createdAt: Date;
}

/** The columns of an AccountRow. */
export const ACCOUNT_COLUMNS = `
     id, name,
     api_enabled as "apiEnabled",
     target_roles as "targetRoles",
     price_group as "priceGroup",
     created_at as "createdAt"`;

/** Selects one account. Uses accounts_pkey; locks nothing. */
export const selectAccount = statement<readonly [id: string], AccountRow>(
  'accounts_select_account',
  `select ${ACCOUNT_COLUMNS}
   from accounts.accounts
   where id = $1`,
);
