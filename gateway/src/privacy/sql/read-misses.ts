import { statement } from '@prospecting/platform/postgres';

/** The misses of an account between two instants. Index: missed_numbers_pkey; locks nothing. */
export const readMisses = statement<
  [accountId: string, prefixHashes: readonly Buffer[], after: Date, before: Date],
  { prefix: string; number: string }
>(
  'edge_read_misses',
  `select encode(prefix_hash, 'hex') as prefix, encode(number_hash, 'hex') as number
   from edge.missed_numbers
   where account_id = $1 and prefix_hash = any($2::bytea[]) and missed_at > $3 and missed_at < $4`,
);
