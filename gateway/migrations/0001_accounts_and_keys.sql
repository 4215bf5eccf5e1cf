-- Accounts and their keys. A key is an identity; its secrets come and go with rolls, and only their
-- hashes are here.

create table edge.accounts (
  id uuid constraint accounts_pkey primary key,
  name text not null constraint accounts_name_check check (name <> ''),
  api_enabled boolean not null,
  -- Role codes; empty means every contact.
  target_roles text[] not null
    constraint accounts_target_roles_check check (array_position(target_roles, null) is null),
  price_group text not null constraint accounts_price_group_check check (price_group <> ''),
  created_at timestamptz not null
);
-- Serves the list of accounts, page by page.
create index accounts_created_idx on edge.accounts (created_at, id);

create table edge.api_keys (
  id uuid constraint api_keys_pkey primary key,
  account_id uuid not null constraint api_keys_account_fkey references edge.accounts (id),
  name text not null constraint api_keys_name_check check (name <> ''),
  -- Requests a minute; null: the default.
  limit_overall integer constraint api_keys_limit_overall_check check (limit_overall > 0),
  limit_search integer constraint api_keys_limit_search_check check (limit_search > 0),
  limit_spend integer constraint api_keys_limit_spend_check check (limit_spend > 0),
  created_at timestamptz not null,
  revoked_at timestamptz
);
-- Serves the list of an account's keys.
create index api_keys_account_idx on edge.api_keys (account_id, created_at, id);

create table edge.key_secrets (
  -- SHA-256 of the whole key.
  secret_hash bytea constraint key_secrets_pkey primary key
    constraint key_secrets_secret_hash_check check (length(secret_hash) = 32),
  key_id uuid not null constraint key_secrets_key_fkey references edge.api_keys (id),
  -- First 12 characters of the key: all that is ever shown of it again.
  prefix text not null constraint key_secrets_prefix_check check (length(prefix) = 12),
  created_at timestamptz not null,
  -- Set by a roll: from this instant on the secret is expired. Null: the key's current secret.
  expires_at timestamptz
);
create index key_secrets_key_idx on edge.key_secrets (key_id);
-- A key has one current secret; two rolls at once cannot leave two.
create unique index key_secrets_current_key on edge.key_secrets (key_id) where expires_at is null;

-- Gateways cache what a secret stands for. Whatever changes it tells them, in the transaction that makes the change: by trigger,
-- so that no statement, and no operator at a prompt, can forget to.
create function edge.notify_account_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('edge_key_changes', 'account:' || new.id);
  return null;
end $$;
create trigger accounts_notify after update on edge.accounts
  for each row execute function edge.notify_account_change();

create function edge.notify_key_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('edge_key_changes', 'key:' || new.id);
  return null;
end $$;
create trigger api_keys_notify after update on edge.api_keys
  for each row execute function edge.notify_key_change();

create function edge.notify_secret_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('edge_key_changes', 'key:' || coalesce(new.key_id, old.key_id));
  return null;
end $$;
create trigger key_secrets_notify after insert or update or delete on edge.key_secrets
  for each row execute function edge.notify_secret_change();

grant usage on schema edge to prospect_gateway;
grant select, insert on edge.accounts, edge.api_keys, edge.key_secrets to prospect_gateway;
grant update (name, api_enabled, target_roles, price_group) on edge.accounts to prospect_gateway;
grant update (revoked_at) on edge.api_keys to prospect_gateway;
grant update (expires_at) on edge.key_secrets to prospect_gateway;
