import { statement } from '@prospecting/platform/postgres';

/**
 * Returns the addresses that an account owns, sorted. Locks nothing. Served by owned_emails_pkey.
 */
export const selectOwnedEmails = statement<[accountId: string], { readonly email: string }>(
  'reveal_select_owned_emails',
  'select email from reveal.owned_emails where account_id = $1 order by email',
);
