import { statement } from '@prospecting/platform/postgres';

/**
 * Keeps spends from committing these subjects. Waits for the commits under way, and locks the table
 * of operations against others while it does, for 2 s at most.
 */
export const beginErasure = statement<[contactIds: readonly string[]], never>(
  'reveal_begin_erasure',
  `select reveal.begin_erasure($1::uuid[])`,
);
