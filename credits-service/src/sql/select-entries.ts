import { statement } from '@prospecting/platform/postgres';

export interface EntryRow {
  readonly entryId: number;
  readonly at: Date;
  readonly kind: string;
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
  readonly reservationId: string | null;
  readonly reference: string | null;
}

/**
 * Reads a page of one account's ledger, oldest first. Locks nothing. Served in order by
 * entries_pkey.
 */
export const selectEntries = statement<[accountId: string, afterEntryId: number, limit: number], EntryRow>(
  'credits_select_entries',
  `select
    entry_id as "entryId",
    at,
    kind,
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    reservation_id as "reservationId",
    reference
  from credits.entries
  where account_id = $1 and entry_id > $2
  order by entry_id
  limit $3`,
);
