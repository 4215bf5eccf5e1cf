-- Accounts and keys belong to the schema `accounts`, which may be in another database server; so no
-- foreign key leads to them any more. What an earlier release has on record here moves there, and
-- views take the place of the tables, so that gateways of that release go on authenticating while
-- they are replaced. They can no longer change accounts or keys: admin-service does.
--
-- Copies all accounts and keys under an exclusive lock on their tables: a key that is not in a
-- gateway's cache waits for it. Waits 10 s at most for that lock.

set local lock_timeout = '10s';

-- In the order in which the statements of running gateways lock them: a look-up of a key begins with
-- its secret, a claim of an Idempotency-Key with the response, a missed number with itself.
lock table edge.stored_responses, edge.missed_numbers, edge.key_secrets, edge.api_keys, edge.accounts
  in access exclusive mode;

alter table edge.stored_responses drop constraint stored_responses_key_fkey;
alter table edge.missed_numbers drop constraint missed_numbers_account_fkey;

do $$
declare
  -- Its migration grants this role the right to move the rows, where there are any.
  is_target_here boolean := exists (
    select from pg_catalog.pg_class as relation
    join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
    where namespace.nspname = 'accounts' and relation.relname = 'accounts'
      and pg_catalog.has_schema_privilege(namespace.oid, 'usage')
      and pg_catalog.has_table_privilege(relation.oid, 'insert')
  );
begin
  if is_target_here then
    insert into accounts.accounts (id, name, api_enabled, target_roles, price_group, created_at)
    select id, name, api_enabled, target_roles, price_group, created_at
    from edge.accounts;

    insert into accounts.api_keys (id, account_id, name, limits, created_at, revoked_at)
    select id, account_id, name,
      jsonb_strip_nulls(
        jsonb_build_object('overall', limit_overall, 'search', limit_search, 'spend', limit_spend)
      ),
      created_at, revoked_at
    from edge.api_keys;

    insert into accounts.key_secrets (secret_hash, key_id, prefix, created_at, expires_at)
    select secret_hash, key_id, prefix, created_at, expires_at
    from edge.key_secrets;
  elsif exists (select from edge.accounts) then
    raise exception 'the schema edge holds accounts that have to move to the schema accounts'
      using hint = 'Migrate the schema accounts in this database first, then this one.';
  end if;

  drop table edge.key_secrets, edge.api_keys, edge.accounts;

  if is_target_here then
    create view edge.accounts as
      select id, api_enabled, target_roles, price_group
      from accounts.accounts;
    create view edge.api_keys as
      select id, account_id, revoked_at,
        (limits ->> 'overall')::integer as limit_overall,
        (limits ->> 'search')::integer as limit_search,
        (limits ->> 'spend')::integer as limit_spend
      from accounts.api_keys;
    create view edge.key_secrets as
      select secret_hash, key_id, expires_at
      from accounts.key_secrets;
    grant select on edge.accounts, edge.api_keys, edge.key_secrets to prospect_gateway;
  end if;
end $$;

drop function edge.notify_account_change(), edge.notify_key_change(), edge.notify_secret_change();

-- admin-service reads the request log.
grant usage on schema edge to prospect_admin;
grant select on edge.request_log to prospect_admin;
