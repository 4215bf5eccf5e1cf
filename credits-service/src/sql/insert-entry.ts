import { statement } from '@prospecting/platform/postgres';

/**
 * Adds one entry to an account's ledger. Locks the new row, and the balance row (for key share),
 * which its foreign key checks.
 */
export const insertEntry = statement<
  [
    accountId: string,
    entryId: number,
    at: Date,
    kind: string,
    includedMillicredits: number,
    purchasedMillicredits: number,
    reference: string | null,
  ],
  never
>(
  'credits_insert_entry',
  `insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reference)
  values ($1, $2, $3, $4, $5, $6, $7)`,
);
