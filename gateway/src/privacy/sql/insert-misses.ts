import { statement } from '@prospecting/platform/postgres';

/**
 * Writes misses, one element of each array for each; one that is there from an earlier day is made
 * new. Index: missed_numbers_pkey. Locks those rows; the caller holds the locks of their prefixes.
 */
export const insertMisses = statement<
  [accountId: string, prefixHashes: readonly Buffer[], numberHashes: readonly Buffer[], missedAt: Date],
  Record<string, never>
>(
  'edge_insert_misses',
  `insert into edge.missed_numbers (account_id, prefix_hash, number_hash, missed_at)
   select $1::uuid, prefix_hash, number_hash, $4::timestamptz
   from unnest($2::bytea[], $3::bytea[]) as misses (prefix_hash, number_hash)
   on conflict on constraint missed_numbers_pkey do update set missed_at = excluded.missed_at`,
);
