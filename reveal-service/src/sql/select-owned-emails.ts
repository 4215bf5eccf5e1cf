import { statement } from '@prospecting/platform/postgres';

/** The addresses that an account owns, in order. Locks nothing. Served by owned_emails_pkey. */
export const selectOwnedEmails = statement<[accountId: string], { email: string }>(
  'reveal_select_owned_emails',
  'select email from reveal.owned_emails where account_id = $1 order by email',
);
