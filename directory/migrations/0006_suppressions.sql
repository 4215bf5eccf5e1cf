-- Persons who asked to be erased. What is kept of them is keyed hashes, so that no import brings
-- them back, and so that this table tells nobody who they are: whoever reads it without the identity
-- key of the installation can test no guess.

-- One row for each erasure. It is pending until every service has forgotten the person.
create table directory.erasures (
  id uuid constraint erasures_pkey primary key,
  begun_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  -- What the remaining steps need, contact ids and addresses: AES-256-GCM under a key that is derived
  -- from the identity key. Null as soon as the erasure is done.
  sealed bytea,
  -- Contacts that were deleted.
  contacts integer not null constraint erasures_contacts_check check (contacts >= 0),
  constraint erasures_state_check check ((done_at is null) = (sealed is not null))
);
-- Serves the search for pending erasures.
create index erasures_pending_idx on directory.erasures (begun_at) where done_at is null;

create table directory.suppressions (
  erasure_id uuid not null constraint suppressions_erasure_fkey references directory.erasures (id),
  -- Random. The facts of one erased contact have one: together they tell a namesake from the person.
  person_id uuid not null,
  -- sharedEmail: an address that other people on record have too, so that it suppresses nobody.
  kind text collate "C" not null constraint suppressions_kind_check
    check (kind in ('id', 'email', 'sharedEmail', 'linkedIn', 'phone', 'phoneAndName', 'name')),
  -- HMAC-SHA-256 under a key that is derived from the identity key.
  value_hash bytea not null constraint suppressions_value_hash_check check (octet_length(value_hash) = 32),
  constraint suppressions_pkey primary key (kind, value_hash, person_id)
);
-- Serves the facts of one person.
create index suppressions_person_idx on directory.suppressions (person_id, kind);
-- Serves the export of one erasure.
create index suppressions_erasure_idx on directory.suppressions (erasure_id);

-- The importer's role also erases. Nobody takes a suppression back but the owner of the schema.
grant select, insert on directory.erasures, directory.suppressions to prospect_importer;
grant update (done_at, sealed) on directory.erasures to prospect_importer;
