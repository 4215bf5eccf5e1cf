import { statement } from '@prospecting/platform/postgres';

/**
 * Replaces contacts by random ids in everything that one account has of them, and removes addresses
 * (the function in migrations/ has the details). Locks the rows that it changes. Served by
 * reveals_pkey, attempts_pkey and owned_emails_pkey; reads the account's operations of a day.
 */
export const eraseInAccount = statement<
  [accountId: string, contactIds: readonly string[], emails: readonly string[], attemptsBefore: Date],
  { readonly reveals: number; readonly ownedEmails: number }
>(
  'reveal_erase_in_account',
  `select reveals, owned_emails as "ownedEmails" from reveal.erase_in_account($1, $2::uuid[], $3::text[], $4)`,
);
