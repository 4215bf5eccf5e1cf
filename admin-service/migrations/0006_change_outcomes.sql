-- The outcome of a change that another service makes. Its row in accounts.changes is committed
-- before the service is asked, so that no change can be made without one, and says that an outcome
-- follows. While there is none it is not known whether the change was made: the process died, or the
-- reply was lost.
alter table accounts.changes add column awaits_outcome boolean not null default false;

create table accounts.change_outcomes (
  change_id uuid constraint change_outcomes_pkey primary key
    constraint change_outcomes_change_fkey references accounts.changes (id),
  at timestamptz not null default clock_timestamp(),
  -- rejected: nothing was changed.
  outcome text not null constraint change_outcomes_outcome_check check (outcome in ('done', 'rejected'))
);
create trigger change_outcomes_insert_only before update or delete or truncate on accounts.change_outcomes
  for each statement execute function accounts.refuse_rewriting();

grant select, insert on accounts.change_outcomes to prospect_admin;
