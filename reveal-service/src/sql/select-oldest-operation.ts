import { statement } from '@prospecting/platform/postgres';

/** Returns when an account's oldest operation was carried out. Locks nothing. Served by operations_at_idx. */
export const selectOldestOperation = statement<[accountId: string], { readonly at: Date }>(
  'reveal_select_oldest_operation',
  `select at from reveal.operations where account_id = $1 order by at limit 1`,
);
