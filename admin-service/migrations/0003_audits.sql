-- One row for each audit. Every replica of admin-service shows the newest rows as metrics, so it does
-- not matter which replica ran the audit. All times are the database's. Rows are kept for 400 days.

create table accounts.audits (
  id uuid constraint audits_pkey primary key,
  -- Reservations pending for longer were differences.
  grace_ms bigint not null constraint audits_grace_check check (grace_ms >= 0),
  started_at timestamptz not null,
  -- Null while the audit runs, and forever when its process died.
  ended_at timestamptz,
  -- complete: everything was compared. interrupted: the caller closed the connection.
  outcome text constraint audits_outcome_check check (outcome in ('complete', 'failed', 'interrupted')),
  -- Found up to the end. Of all accounts only when the audit is complete.
  differences bigint constraint audits_differences_check check (differences >= 0),
  constraint audits_ended_check
    check (num_nulls(ended_at, outcome, differences) in (0, 3))
);
-- Serves the deletion of old rows.
create index audits_started_idx on accounts.audits (started_at);

grant select, insert, delete on accounts.audits to prospect_admin;
grant update (ended_at, outcome, differences) on accounts.audits to prospect_admin;
