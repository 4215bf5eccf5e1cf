-- Spending: what each attempt to spend came to, and what each operation was answered. Keys lead
-- with account_id, so that the tables can be distributed by it.

-- The point of truth of a spend. Committed: its reveals were written with it, and its reservation is to be captured. Aborted: written by
-- recovery, so that the attempt can never commit, and its reservation is to be released. Whichever comes first stays.
create table reveal.attempts (
  account_id uuid not null,
  -- Also the id of the reservation that pays for it.
  attempt_id uuid not null,
  state text collate "C" not null constraint attempts_state_check check (state in ('committed', 'aborted')),
  -- What its reveals cost in all. One that cost nothing may have had no reservation.
  millicredits bigint not null constraint attempts_millicredits_check check (millicredits between 0 and 9007199254740991),
  -- What it revealed, for good: reveal.reveals forgets when something is revealed again after a year.
  -- [[subject_kind, subject_id, info_type, millicredits], ...]
  reveals jsonb not null constraint attempts_reveals_check check (jsonb_typeof(reveals) = 'array'),
  at timestamptz not null,
  constraint attempts_pkey primary key (account_id, attempt_id),
  constraint attempts_aborted_check
    check (state <> 'aborted' or (millicredits = 0 and jsonb_array_length(reveals) = 0))
);

-- What an operation planned when its attempt committed. With what the attempt revealed this is its outcome, for every retry.
create table reveal.operations (
  account_id uuid not null,
  -- SHA-256 of key identity, Idempotency-Key and fingerprint.
  operation_id bytea not null constraint operations_operation_id_check check (octet_length(operation_id) = 32),
  attempt_id uuid not null,
  -- Distinct subjects with what each of their info types was found to be. No value that is revealed stands here.
  planned jsonb not null constraint operations_planned_check check (jsonb_typeof(planned) = 'array'),
  -- It counts for 24 hours from here.
  at timestamptz not null,
  constraint operations_pkey primary key (account_id, operation_id)
);
-- Serves the removal of an account's operations that do not count any more.
create index operations_at_idx on reveal.operations (account_id, at);

-- The grants below keep services from it; this keeps everyone from it who acts in good faith, the owner too.
create function reveal.refuse_change_of_attempts() returns trigger language plpgsql as $$
  begin
    raise exception 'attempts are never changed' using errcode = 'restrict_violation', constraint = 'attempts_immutable';
  end
$$;
create trigger attempts_immutable before update or delete on reveal.attempts
  for each row execute function reveal.refuse_change_of_attempts();
create trigger attempts_immutable_truncate before truncate on reveal.attempts
  for each statement execute function reveal.refuse_change_of_attempts();

grant select, insert on reveal.attempts to prospect_reveal;
grant select, insert, delete on reveal.operations to prospect_reveal;
-- Nothing updates an operation: it takes this right to skip the ones that another statement is removing (for update skip locked).
grant update (operation_id) on reveal.operations to prospect_reveal;
grant insert on reveal.reveals to prospect_reveal;
grant update (revealed_at, expires_at, millicredits, attempt_id, value_hash) on reveal.reveals to prospect_reveal;
