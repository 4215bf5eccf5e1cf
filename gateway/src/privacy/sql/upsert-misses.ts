import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts misses, and renews the time of a miss that is left from an earlier day; each array has
 * one element per miss. Index: missed_numbers_pkey. Locks those rows; the caller holds the locks of
 * their prefixes.
 */
export const upsertMisses = statement<
  readonly [accountId: string, prefixHashes: readonly Buffer[], numberHashes: readonly Buffer[], missedAt: Date],
  never
>(
  'edge_upsert_misses',
  `insert into edge.missed_numbers (account_id, prefix_hash, number_hash, missed_at)
   select $1::uuid, prefix_hash, number_hash, $4::timestamptz
   from unnest($2::bytea[], $3::bytea[]) as misses (prefix_hash, number_hash)
   on conflict on constraint missed_numbers_pkey do update set missed_at = excluded.missed_at`,
);
