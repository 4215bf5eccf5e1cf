import { statement } from '@prospecting/platform/postgres';

/**
 * Returns a page of the accounts that have anything in this schema, by id. Jumps from one account to
 * the next, so it reads a few index entries for each. Locks nothing. Served by reveals_pkey,
 * operations_pkey, attempts_pkey and owned_emails_pkey.
 */
export const selectAccountsPage = statement<[afterAccountId: string, limit: number], { readonly accountId: string }>(
  'reveal_select_accounts_page',
  `with recursive accounts (account_id, position) as (
    select $1::uuid, 0
    union all
    select least(
        (select account_id from reveal.reveals where account_id > accounts.account_id order by account_id limit 1),
        (select account_id from reveal.attempts where account_id > accounts.account_id order by account_id limit 1),
        (select account_id from reveal.operations where account_id > accounts.account_id order by account_id limit 1),
        (select account_id from reveal.owned_emails where account_id > accounts.account_id order by account_id limit 1)
      ), position + 1
    from accounts
    where accounts.account_id is not null and position < $2
  )
  select account_id as "accountId" from accounts where position > 0 and account_id is not null order by position`,
);
