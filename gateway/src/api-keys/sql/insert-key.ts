import { statement } from '@prospecting/platform/postgres';

/** Adds a key identity. Locks the account's row against deletion (foreign key); api_keys_account_fkey says that it is unknown. */
export const insertKey = statement<
  readonly [
    id: string,
    accountId: string,
    name: string,
    limitOverall: number | null,
    limitSearch: number | null,
    limitSpend: number | null,
    createdAt: Date,
  ],
  never
>(
  'edge_insert_key',
  `insert into edge.api_keys (id, account_id, name, limit_overall, limit_search, limit_spend, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
