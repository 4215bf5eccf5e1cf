import { statement } from '@prospecting/platform/postgres';

/** The amount of the grant that an account has under a reference. Locks nothing. Served by entries_grant_reference_key. */
export const selectGrant = statement<[accountId: string, reference: string], { purchasedMillicredits: number }>(
  'credits_select_grant',
  `select purchased_millicredits as "purchasedMillicredits"
  from credits.entries
  where account_id = $1 and reference = $2 and kind = 'grant'`,
);
