-- Fills the columns of the previous migration for existing rows. It locks only rows: first those of
-- resolved reservations, which never change, and then the balances.

set local lock_timeout = '30s';

update credits.reservations
set returned_included_millicredits = entries.included_millicredits,
  returned_purchased_millicredits = entries.purchased_millicredits
from credits.entries
where entries.account_id = reservations.account_id and entries.reservation_id = reservations.reservation_id
  and entries.kind in ('capture', 'release')
  and reservations.state <> 'pending' and reservations.returned_included_millicredits is null;

-- The last statement, so that balances are locked only briefly. Included credits count as spent
-- first, and pending credits count as used.
update credits.balances
set overused_millicredits =
    case when included_millicredits = 0 then greatest(month.included_used - allowance_millicredits, 0) else 0 end,
  purchased_spent_millicredits = month.purchased_spent
from (
  select spent.account_id, spent.renews_at,
    sum(
      case spent.state when 'pending' then spent.included_millicredits
      else least(spent.included_millicredits, spent.captured_millicredits) end
    )::bigint as included_used,
    sum(greatest(spent.captured_millicredits - spent.included_millicredits, 0))::bigint as purchased_spent
  from credits.reservations as spent
  join credits.balances as present on present.account_id = spent.account_id and present.renews_at = spent.renews_at
  group by spent.account_id, spent.renews_at
) as month
where balances.account_id = month.account_id and balances.renews_at = month.renews_at;
