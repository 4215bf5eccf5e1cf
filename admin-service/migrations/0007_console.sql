-- Who may sign in to the console, and who is signed in. Of a session and of a one-time link only the
-- SHA-256 of its token is stored: whoever reads these tables can use neither. All times are the
-- database's.

-- The last audit is shown with the number of accounts that it compared.
alter table accounts.audits add column accounts bigint
  constraint audits_accounts_check check (accounts >= 0);
grant update (accounts) on accounts.audits to prospect_admin;

create table accounts.console_users (
  id uuid constraint console_users_pkey primary key,
  -- Lower case. What an operator invites; the sign-in by OIDC finds the user by it the first time.
  email text not null constraint console_users_email_key unique
    constraint console_users_email_check check (email = lower(email) and email like '%_@_%' and char_length(email) <= 254),
  name text not null constraint console_users_name_check check (name <> ''),
  -- operator: every account. admin: its own account.
  role text not null constraint console_users_role_check check (role in ('operator', 'admin')),
  account_id uuid constraint console_users_account_fkey references accounts.accounts (id),
  -- Who the user is at the OIDC provider, set at the first sign-in. From then on the address alone
  -- signs nobody in.
  oidc_issuer text,
  oidc_subject text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  constraint console_users_account_check check ((role = 'admin') = (account_id is not null)),
  constraint console_users_oidc_check check (num_nulls(oidc_issuer, oidc_subject) in (0, 2)),
  constraint console_users_oidc_key unique (oidc_issuer, oidc_subject)
);

create table accounts.console_sessions (
  token_hash bytea constraint console_sessions_pkey primary key
    constraint console_sessions_token_hash_check check (octet_length(token_hash) = 32),
  user_id uuid not null constraint console_sessions_user_fkey references accounts.console_users (id),
  created_at timestamptz not null default now(),
  -- Moved forward at most once a minute.
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index console_sessions_user_idx on accounts.console_sessions (user_id);
-- Serves the deletion of expired sessions.
create index console_sessions_expires_idx on accounts.console_sessions (expires_at);

create table accounts.console_links (
  token_hash bytea constraint console_links_pkey primary key
    constraint console_links_token_hash_check check (octet_length(token_hash) = 32),
  user_id uuid not null constraint console_links_user_fkey references accounts.console_users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index console_links_user_idx on accounts.console_links (user_id);
create index console_links_expires_idx on accounts.console_links (expires_at);

grant select, insert on accounts.console_users to prospect_admin;
grant update (oidc_issuer, oidc_subject, disabled_at) on accounts.console_users to prospect_admin;
grant select, insert, delete on accounts.console_sessions, accounts.console_links to prospect_admin;
grant update (last_seen_at) on accounts.console_sessions to prospect_admin;
