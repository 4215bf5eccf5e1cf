import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts the outcome of a change. A change has one outcome: the first one stays. Locks the new row,
 * and the change's against deletion.
 */
export const insertOutcome = statement<readonly [changeId: string, outcome: 'done' | 'rejected'], never>(
  'accounts_insert_outcome',
  `insert into accounts.change_outcomes (change_id, outcome)
   values ($1, $2)
   on conflict on constraint change_outcomes_pkey do nothing`,
);
