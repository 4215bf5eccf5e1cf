-- Personal numbers that an account asked for and that are on nobody's record, so that all gateways
-- count them together. Only keyed hashes are here: what was asked for may be a living person's
-- number, and the first six digits are a birth date.

create table edge.missed_numbers (
  account_id uuid not null constraint missed_numbers_account_fkey references edge.accounts (id),
  -- HMAC-SHA-256 of account and first six digits.
  prefix_hash bytea not null constraint missed_numbers_prefix_hash_check check (length(prefix_hash) = 32),
  -- HMAC-SHA-256 of account and number.
  number_hash bytea not null constraint missed_numbers_number_hash_check check (length(number_hash) = 32),
  missed_at timestamptz not null,
  constraint missed_numbers_pkey primary key (account_id, prefix_hash, number_hash)
);
-- Serves the deletion of old rows in batches.
create index missed_numbers_missed_idx on edge.missed_numbers (missed_at);

grant select, insert, update, delete on edge.missed_numbers to prospect_gateway;
