import { statement } from '@prospecting/platform/postgres';

/** Selects the time of the oldest miss. Index: missed_numbers_missed_idx. Locks nothing. */
export const selectOldestMiss = statement<readonly [], { readonly missedAt: Date }>(
  'edge_select_oldest_miss',
  `select missed_at as "missedAt" from edge.missed_numbers order by missed_at limit 1`,
);
