-- Accounts and their API keys. A key is an identity; its secrets come and go with rolls, and only
-- their hashes are stored.
--
-- An installation of an earlier release has these tables in the schema `edge` of the same database.
-- The migration 0008 of that schema moves the rows here, so its owner may insert them.

create table accounts.accounts (
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
create index accounts_created_idx on accounts.accounts (created_at, id);

create table accounts.api_keys (
  id uuid constraint api_keys_pkey primary key,
  account_id uuid not null constraint api_keys_account_fkey references accounts.accounts (id),
  name text not null constraint api_keys_name_check check (name <> ''),
  -- Requests a minute by rate bucket; a bucket that is not there has the default.
  limits jsonb not null constraint api_keys_limits_check check (
    jsonb_typeof(limits) = 'object'
    and not jsonb_path_exists(limits, '$.* ? (@.type() != "number" || @ < 1)')
  ),
  created_at timestamptz not null,
  revoked_at timestamptz
);
-- Serves the list of an account's keys.
create index api_keys_account_idx on accounts.api_keys (account_id, created_at, id);

create table accounts.key_secrets (
  -- SHA-256 of the whole key.
  secret_hash bytea constraint key_secrets_pkey primary key
    constraint key_secrets_secret_hash_check check (length(secret_hash) = 32),
  key_id uuid not null constraint key_secrets_key_fkey references accounts.api_keys (id),
  -- First 12 characters of the key: all that is ever shown of it again.
  prefix text not null constraint key_secrets_prefix_check check (length(prefix) = 12),
  created_at timestamptz not null,
  -- Set by a roll: from this instant on the secret is expired. Null: the key's current secret.
  expires_at timestamptz
);
create index key_secrets_key_idx on accounts.key_secrets (key_id);
-- A key has one current secret; two concurrent rolls cannot leave two.
create unique index key_secrets_current_key on accounts.key_secrets (key_id) where expires_at is null;

-- Gateways cache what a secret authenticates. Triggers notify them in the transaction that makes a
-- change, so that no statement, and no operator at a prompt, can forget to. Gateways of the release
-- before listen on the second channel.
create function accounts.notify_change(changed text) returns void language sql as $$
  select pg_catalog.pg_notify('accounts_changes', changed), pg_catalog.pg_notify('edge_key_changes', changed);
$$;

create function accounts.notify_account_change() returns trigger language plpgsql as $$
begin
  perform accounts.notify_change('account:' || new.id);
  return null;
end $$;
create trigger accounts_notify after update on accounts.accounts
  for each row execute function accounts.notify_account_change();

create function accounts.notify_key_change() returns trigger language plpgsql as $$
begin
  perform accounts.notify_change('key:' || new.id);
  return null;
end $$;
create trigger api_keys_notify after update on accounts.api_keys
  for each row execute function accounts.notify_key_change();

create function accounts.notify_secret_change() returns trigger language plpgsql as $$
begin
  perform accounts.notify_change('key:' || coalesce(new.key_id, old.key_id));
  return null;
end $$;
create trigger key_secrets_notify after insert or update or delete on accounts.key_secrets
  for each row execute function accounts.notify_secret_change();

grant usage on schema accounts to prospect_admin, prospect_gateway;
grant select, insert on accounts.accounts, accounts.api_keys, accounts.key_secrets to prospect_admin;
grant update (name, api_enabled, target_roles, price_group) on accounts.accounts to prospect_admin;
grant update (revoked_at) on accounts.api_keys to prospect_admin;
grant update (expires_at) on accounts.key_secrets to prospect_admin;

-- The edge reads what authenticates, and nothing else: neither names nor prefixes.
grant select (id, api_enabled, target_roles, price_group) on accounts.accounts to prospect_gateway;
grant select (id, account_id, limits, revoked_at) on accounts.api_keys to prospect_gateway;
grant select (secret_hash, key_id, expires_at) on accounts.key_secrets to prospect_gateway;

do $$
begin
  if exists (
    select from pg_catalog.pg_class as relation
    join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
    where namespace.nspname = 'edge' and relation.relname = 'accounts' and relation.relkind = 'r'
  ) then
    grant usage on schema accounts to prospect_gateway_owner;
    grant select, insert on accounts.accounts, accounts.api_keys, accounts.key_secrets to prospect_gateway_owner;
  end if;
end $$;

-- admin-service is ready once the newest migration that its release knows is applied.
grant select on accounts.migrations to prospect_admin;
