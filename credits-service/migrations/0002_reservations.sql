-- Credits that are taken off a balance until their spend succeeds or fails. Constraints make
-- impossible states impossible to store: a reservation starts pending, is resolved once, and has
-- one entry for each of the two steps.

create table credits.reservations (
  account_id uuid not null constraint reservations_balance_fkey references credits.balances (account_id),
  -- The caller draws it. The nil UUID means none.
  reservation_id uuid not null
    constraint reservations_reservation_id_check check (reservation_id <> '00000000-0000-0000-0000-000000000000'),
  state text collate "C" not null default 'pending'
    constraint reservations_state_check check (state in ('pending', 'captured', 'released')),
  -- The credits taken from each part of the balance.
  included_millicredits bigint not null constraint reservations_included_check check (included_millicredits >= 0),
  purchased_millicredits bigint not null constraint reservations_purchased_check check (purchased_millicredits >= 0),
  -- The credits spent.
  captured_millicredits bigint not null default 0,
  -- The balance's renews_at at that time. It identifies the month: included credits return only
  -- within their month.
  renews_at timestamptz not null,
  reserved_at timestamptz not null,
  -- It may be before reserved_at, because a clock may jump.
  resolved_at timestamptz,
  constraint reservations_pkey primary key (account_id, reservation_id),
  constraint reservations_amount_check
    check (included_millicredits + purchased_millicredits between 1 and 9007199254740991),
  constraint reservations_captured_check check (
    captured_millicredits between 0 and included_millicredits + purchased_millicredits
    and (state = 'captured' or captured_millicredits = 0)
  ),
  constraint reservations_resolved_at_check check ((resolved_at is null) = (state = 'pending'))
);

-- A small index. Its condition is not "state = 'pending'", because the statements that resolve
-- contain that condition and must use the primary key, however small the planner believes this
-- index to be.
create index reservations_unresolved on credits.reservations (reserved_at, account_id, reservation_id)
  where resolved_at is null;

-- The grants below stop services from changing resolved rows. The trigger stops every other role
-- from doing so by mistake, including the owner.
create function credits.refuse_change_of_resolved() returns trigger language plpgsql as $$
  begin
    raise exception 'a reservation is resolved once'
      using errcode = 'restrict_violation', constraint = 'reservations_resolved_once';
  end
$$;
create trigger reservations_resolved_once before update on credits.reservations
  for each row when (old.state <> 'pending') execute function credits.refuse_change_of_resolved();

alter table credits.balances
  add constraint balances_account_id_check check (account_id <> '00000000-0000-0000-0000-000000000000'),
  -- Returned credits never raise a month's credits above its allowance.
  add constraint balances_within_allowance_check check (included_millicredits <= allowance_millicredits);

alter table credits.entries
  add constraint entries_reservation_fkey
    foreign key (account_id, reservation_id) references credits.reservations (account_id, reservation_id),
  add constraint entries_reserve_check check (
    kind <> 'reserve'
    or (included_millicredits <= 0 and purchased_millicredits <= 0 and included_millicredits + purchased_millicredits < 0)
  ),
  add constraint entries_give_back_check
    check (kind not in ('capture', 'release') or (included_millicredits >= 0 and purchased_millicredits >= 0));

-- One reserve entry, and at most one entry that resolves.
create unique index entries_reservation_key on credits.entries (account_id, reservation_id, (kind = 'reserve'))
  where reservation_id is not null;

grant select on credits.reservations to prospect_credits;
-- The state is not in the list: a new reservation is pending.
grant insert (account_id, reservation_id, included_millicredits, purchased_millicredits, renews_at, reserved_at)
  on credits.reservations to prospect_credits;
grant update (state, captured_millicredits, resolved_at) on credits.reservations to prospect_credits;
