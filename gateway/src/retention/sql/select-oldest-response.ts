import { statement } from '@prospecting/platform/postgres';

/**
 * Selects when the oldest stored response expires that no lease holds. Index:
 * stored_responses_expires_idx. Locks nothing.
 */
export const selectOldestResponse = statement<readonly [], { readonly expiresAt: Date }>(
  'edge_select_oldest_response',
  `select expires_at as "expiresAt"
   from edge.stored_responses
   where lease_until is null or lease_until <= clock_timestamp()
   order by expires_at
   limit 1`,
);
