-- What accounts have revealed, what revealing costs, and the addresses that accounts own. Tables of
-- accounts lead their keys with account_id, so that they can be distributed by it; prices are a
-- small reference table.

-- One row for each thing an account has revealed; revealing it again after it expired replaces the row.
create table reveal.reveals (
  account_id uuid not null,
  subject_kind text collate "C" not null,
  -- A contact's id; for a switchboard and for details the organization's.
  subject_id uuid not null,
  info_type text collate "C" not null,
  revealed_at timestamptz not null,
  -- One calendar year on. In clear while now < expires_at: the row is there, so it was paid, and a reader's
  -- clock may be behind the one that made it.
  expires_at timestamptz not null,
  -- What it was revealed for.
  millicredits bigint not null,
  -- The spend that paid for it.
  attempt_id uuid not null,
  -- SHA-256 of the account and the address that was revealed: the account finds the contact by it. Equal addresses of two
  -- accounts share nothing here, but whoever reads this table can test a guess.
  value_hash bytea,
  constraint reveals_pkey primary key (account_id, subject_kind, subject_id, info_type),
  constraint reveals_info_type_check check (
    (subject_kind = 'organization' and info_type = 'details')
    or (subject_kind in ('contact', 'switchboard') and info_type in ('email', 'phone'))
  ),
  constraint reveals_expires_at_check check (expires_at > revealed_at),
  constraint reveals_millicredits_check check (millicredits between 0 and 1000000000),
  constraint reveals_value_hash_check check (
    case when subject_kind = 'contact' and info_type = 'email'
      then value_hash is not null and octet_length(value_hash) = 32
      else value_hash is null
    end
  )
);
-- Serves the contacts that an account can find by an address it revealed.
create index reveals_value_hash_idx on reveal.reveals (account_id, value_hash) where value_hash is not null;

-- Prices that differ from the defaults in the code, by price group; the group 'default' changes a default itself.
create table reveal.prices (
  price_group text collate "C" not null
    constraint prices_price_group_check check (char_length(price_group) between 1 and 64),
  subject text collate "C" not null,
  info_type text collate "C" not null,
  -- A million credits at most: the dearest request there can be stays far below 2^53 millicredits.
  millicredits bigint not null constraint prices_millicredits_check check (millicredits between 0 and 1000000000),
  constraint prices_pkey primary key (price_group, subject, info_type),
  constraint prices_info_type_check check (
    (subject = 'contact' and info_type in ('email', 'phone', 'linkedIn'))
    or (subject = 'switchboard' and info_type in ('email', 'phone'))
    or (subject = 'organization' and info_type = 'details')
  ),
  constraint prices_linked_in_check check (info_type <> 'linkedIn' or millicredits = 0)
);

-- Addresses that an account has listed as its own: it finds people by them without having revealed them.
create table reveal.owned_emails (
  account_id uuid not null,
  -- Lower case, domain in ASCII.
  email text collate "C" not null
    constraint owned_emails_email_check check (email like '%_@_%' and char_length(email) <= 254),
  constraint owned_emails_pkey primary key (account_id, email)
);

grant usage on schema reveal to prospect_reveal;
grant select on reveal.reveals to prospect_reveal;
grant select, insert, update on reveal.prices to prospect_reveal;
grant select, insert on reveal.owned_emails to prospect_reveal;
