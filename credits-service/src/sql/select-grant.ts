import { statement } from '@prospecting/platform/postgres';

export interface GrantRow {
  readonly purchasedMillicredits: number;
}

/**
 * Reads the amount of the grant that an account has under a reference. Locks nothing. Served by
 * entries_grant_reference_key.
 */
export const selectGrant = statement<[accountId: string, reference: string], GrantRow>(
  'credits_select_grant',
  `select purchased_millicredits as "purchasedMillicredits"
  from credits.entries
  where account_id = $1 and reference = $2 and kind = 'grant'`,
);
