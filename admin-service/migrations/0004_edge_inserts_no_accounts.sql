-- The owner of the schema `edge` may insert accounts and keys only to move them here (migration 0008
-- of `edge`). This takes the right back: now where they have moved, and otherwise in the move itself,
-- after its last insert. The owner keeps SELECT for the views that the move leaves. No service logs in
-- as this owner, so the right is used by the move only:
-- Contract: accounts.accounts is unused since 0.1.0.
-- Contract: accounts.api_keys is unused since 0.1.0.
-- Contract: accounts.key_secrets is unused since 0.1.0.

create function accounts.end_move() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  revoke insert on accounts.accounts, accounts.api_keys, accounts.key_secrets from prospect_gateway_owner;
  return null;
end $$;
revoke all on function accounts.end_move() from public;

do $$
begin
  -- The role is missing where `edge` is on another server.
  if not exists (select from pg_catalog.pg_roles where rolname = 'prospect_gateway_owner') then
    return;
  end if;
  if exists (
    select from pg_catalog.pg_class as relation
    join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
    where namespace.nspname = 'edge' and relation.relname = 'accounts' and relation.relkind = 'r'
  ) then
    create trigger key_secrets_end_move after insert on accounts.key_secrets
      for each statement when (current_user = 'prospect_gateway_owner')
      execute function accounts.end_move();
  else
    revoke insert on accounts.accounts, accounts.api_keys, accounts.key_secrets from prospect_gateway_owner;
  end if;
end $$;
