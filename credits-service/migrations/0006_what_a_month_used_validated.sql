-- Reads all reservations while spends change them. Afterwards resolved rows are immutable again in
-- every column.

set local lock_timeout = '2s';
alter table credits.reservations validate constraint reservations_returned_check;
alter table credits.reservations validate constraint reservations_amount_check;
create or replace trigger reservations_resolved_once before update on credits.reservations
  for each row when (old.state <> 'pending') execute function credits.refuse_change_of_resolved();
