-- Columns and constraints for allowance changes, tombstones and the audit. Old and new code can run
-- at the same time: every new column has a default or may be null, and each new constraint accepts
-- what old code writes. A later migration validates the constraints that must read all
-- reservations.

-- Locks both tables or neither. A spend that holds one table and waits for the other must not meet
-- a migration that holds the other one. Each wait ends long before PostgreSQL looks for deadlocks,
-- which would make the spend fail, and spends continue between the tries.
set local lock_timeout = '100ms';
do $$
begin
  for tries in 1..100 loop
    begin
      lock table credits.balances, credits.reservations in access exclusive mode;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.1 * random());
    end;
  end loop;
  raise exception 'balances and reservations are never free at once' using errcode = 'lock_not_available';
end
$$;

alter table credits.balances
  -- What this month used beyond its allowance, because the allowance was lowered after the use. The
  -- month has used allowance - included + overused.
  add column overused_millicredits bigint not null default 0,
  -- Purchased credits that captures of this month's reservations spent.
  add column purchased_spent_millicredits bigint not null default 0
    constraint balances_purchased_spent_check check (purchased_spent_millicredits >= 0),
  -- The same for the previous month, less what has come back in place of included credits; and that
  -- month's renews_at, which is null in the first month.
  add column previous_purchased_spent_millicredits bigint not null default 0
    constraint balances_previous_purchased_spent_check check (previous_purchased_spent_millicredits >= 0),
  add column previous_renews_at timestamptz,
  -- Included credits are the rest of the allowance, never below 0.
  add constraint balances_overused_check check (
    overused_millicredits >= 0 and (overused_millicredits = 0 or included_millicredits = 0)
  );

alter table credits.reservations
  -- The credits returned to each part of the balance. Null while pending. Also null when code from
  -- before this migration resolved the reservation; its ledger entry then has the amounts.
  add column returned_included_millicredits bigint,
  add column returned_purchased_millicredits bigint,
  add constraint reservations_returned_check check (
    (returned_included_millicredits is null) = (returned_purchased_millicredits is null)
    and (
      returned_included_millicredits is null
      or (
        state <> 'pending'
        and returned_included_millicredits between 0 and included_millicredits
        and returned_purchased_millicredits >= 0
        and returned_included_millicredits + returned_purchased_millicredits
          <= included_millicredits + purchased_millicredits - captured_millicredits
      )
    )
  ) not valid,
  drop constraint reservations_amount_check,
  -- A tombstone, released before it was reserved, took nothing.
  add constraint reservations_amount_check check (
    included_millicredits + purchased_millicredits between 1 and 9007199254740991
    or (state = 'released' and included_millicredits = 0 and purchased_millicredits = 0)
  ) not valid;

-- The grants below let services insert a state, which tombstones need.
create function credits.refuse_resolved_birth() returns trigger language plpgsql as $$
  begin
    raise exception 'a reservation is born pending, or released and empty'
      using errcode = 'restrict_violation', constraint = 'reservations_born_pending';
  end
$$;
create trigger reservations_born_pending before insert on credits.reservations
  for each row when (
    new.state <> 'pending'
    and not (new.state = 'released' and new.included_millicredits = 0 and new.purchased_millicredits = 0)
  )
  execute function credits.refuse_resolved_birth();

-- A resolved row stays immutable, except that the returned amounts may be set once where they are
-- null. The next migration fills them in, without making spends wait.
create or replace trigger reservations_resolved_once before update on credits.reservations
  for each row when (
    old.state <> 'pending'
    and not (
      old.returned_included_millicredits is null
      and new.returned_included_millicredits is not null
      and (new.state, new.captured_millicredits, new.included_millicredits, new.purchased_millicredits)
        = (old.state, old.captured_millicredits, old.included_millicredits, old.purchased_millicredits)
      and (new.account_id, new.reservation_id, new.renews_at, new.reserved_at, new.resolved_at)
        = (old.account_id, old.reservation_id, old.renews_at, old.reserved_at, old.resolved_at)
    )
  )
  execute function credits.refuse_change_of_resolved();

grant update (
  overused_millicredits, purchased_spent_millicredits, previous_purchased_spent_millicredits, previous_renews_at
) on credits.balances to prospect_credits;
grant insert (state, resolved_at, returned_included_millicredits, returned_purchased_millicredits)
  on credits.reservations to prospect_credits;
grant update (returned_included_millicredits, returned_purchased_millicredits)
  on credits.reservations to prospect_credits;
