import type { Migration } from '@prospecting/platform/postgres';

/** Reads all reservations beside the spends that change them. What is resolved stays as it is again, in every column. */
export const whatAMonthUsedValidated: Migration = {
  name: '0006_what_a_month_used_validated',
  sql: `
    set local lock_timeout = '2s';
    alter table credits.reservations validate constraint reservations_returned_check;
    alter table credits.reservations validate constraint reservations_amount_check;
    create or replace trigger reservations_resolved_once before update on credits.reservations
      for each row when (old.state <> 'pending') execute function credits.refuse_change_of_resolved();
  `,
};
