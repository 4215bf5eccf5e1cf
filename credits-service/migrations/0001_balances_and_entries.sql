-- Balances and their ledger, in 1/1000 credit. Keys lead with account_id and no statement spans two
-- accounts, so both tables can be distributed by account. Amounts stay within 2^53 - 1, which
-- JavaScript counts exactly.

-- One row for each account with a credit subscription. An account without one has no row.
create table credits.balances (
  account_id uuid constraint balances_pkey primary key,
  -- The spendable credits. Spends take included credits first.
  included_millicredits bigint not null constraint balances_included_check check (included_millicredits >= 0),
  purchased_millicredits bigint not null constraint balances_purchased_check check (purchased_millicredits >= 0),
  -- The monthly allowance: each renewal sets included_millicredits to it.
  allowance_millicredits bigint not null constraint balances_allowance_check check (allowance_millicredits >= 0),
  -- When the subscription began. Renewals are computed from here, so their day of the month does
  -- not drift.
  started_at timestamptz not null,
  -- When the next monthly reset is due. The value also identifies the current month.
  renews_at timestamptz not null,
  -- Every change of the row writes at least one entry, so this is also the version of the row.
  last_entry_id bigint not null,
  constraint balances_total_check
    check (greatest(included_millicredits, allowance_millicredits) + purchased_millicredits <= 9007199254740991),
  constraint balances_renews_at_check check (renews_at > started_at),
  constraint balances_last_entry_id_check check (last_entry_id between 1 and 9007199254740991)
)
-- No index covers the columns that change. Free space on each page allows heap-only (HOT) updates,
-- however often an account spends.
with (fillfactor = 50);

-- The ledger. The sum of an account's entries is always its balance.
create table credits.entries (
  account_id uuid not null constraint entries_balance_fkey references credits.balances (account_id),
  -- 1, 2, 3, … in the order of the changes of the balance. It never jumps, unlike a clock.
  entry_id bigint not null constraint entries_entry_id_check check (entry_id between 1 and 9007199254740991),
  at timestamptz not null,
  kind text collate "C" not null
    constraint entries_kind_check check (kind in ('subscribe', 'grant', 'reset', 'reserve', 'capture', 'release')),
  -- Signed changes.
  included_millicredits bigint not null
    constraint entries_included_check check (abs(included_millicredits) <= 9007199254740991),
  purchased_millicredits bigint not null
    constraint entries_purchased_check check (abs(purchased_millicredits) <= 9007199254740991),
  reservation_id uuid,
  -- The operator's reference, such as an invoice or an order.
  reference text constraint entries_reference_check check (char_length(reference) <= 255),
  constraint entries_pkey primary key (account_id, entry_id),
  constraint entries_reservation_id_check
    check ((reservation_id is not null) = (kind in ('reserve', 'capture', 'release'))),
  constraint entries_grant_check
    check (kind <> 'grant' or (included_millicredits = 0 and purchased_millicredits > 0)),
  constraint entries_allowance_check check (kind not in ('subscribe', 'reset') or purchased_millicredits = 0)
);

-- The grants below stop services from changing entries. The trigger stops every other role from
-- doing so by mistake, including the owner.
create function credits.refuse_change_of_entries() returns trigger language plpgsql as $$
  begin
    raise exception 'ledger entries are never changed' using errcode = 'restrict_violation', constraint = 'entries_immutable';
  end
$$;
create trigger entries_immutable before update or delete on credits.entries
  for each row execute function credits.refuse_change_of_entries();
create trigger entries_immutable_truncate before truncate on credits.entries
  for each statement execute function credits.refuse_change_of_entries();

grant usage on schema credits to prospect_credits;
grant select, insert on credits.balances to prospect_credits;
grant update (included_millicredits, purchased_millicredits, allowance_millicredits, renews_at, last_entry_id)
  on credits.balances to prospect_credits;
grant select, insert on credits.entries to prospect_credits;
