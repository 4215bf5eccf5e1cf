-- Responses kept for replay, and the lease of who is working on one. A row is either leased
-- (someone is at work, or died at it) or completed; after a failure it is deleted.

create table edge.stored_responses (
  key_id uuid not null constraint stored_responses_key_fkey references edge.api_keys (id),
  -- SHA-256 of the Idempotency-Key: the key itself is part of what the body is encrypted under.
  idempotency_key_hash bytea not null
    constraint stored_responses_idempotency_key_hash_check check (length(idempotency_key_hash) = 32),
  -- SHA-256 over method, path and canonical body.
  fingerprint bytea not null constraint stored_responses_fingerprint_check check (length(fingerprint) = 32),
  lease_owner uuid,
  lease_until timestamptz,
  status smallint constraint stored_responses_status_check check (status between 200 and 299),
  -- Encrypted: it holds personal data.
  body bytea,
  -- What Service-Credits-Remaining said; null: the header was absent.
  credits_remaining_millicredits bigint
    constraint stored_responses_credits_remaining_check
      check (credits_remaining_millicredits between 0 and 9007199254740991),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint stored_responses_pkey primary key (key_id, idempotency_key_hash),
  constraint stored_responses_state_check check (
    (status is null and body is null and lease_owner is not null and lease_until is not null)
    or (status is not null and body is not null and lease_owner is null and lease_until is null)
  )
);
-- Serves the deletion of expired rows in batches.
create index stored_responses_expires_idx on edge.stored_responses (expires_at);

grant select, insert, update, delete on edge.stored_responses to prospect_gateway;
