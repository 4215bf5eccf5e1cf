import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes an expired operation, so that its id can be used again. Locks its row. Served by
 * operations_pkey: only that index has the order in which the row is found, so the planner cannot
 * read the account's expired operations by operations_at_idx instead.
 */
export const deleteOperation = statement<[accountId: string, operationId: Buffer, expiredAt: Date], never>(
  'reveal_delete_operation',
  `delete from reveal.operations
  where account_id = $1 and operation_id = $2 and at <= $3 and ctid = (
    select ctid
    from reveal.operations
    where (account_id, operation_id) >= ($1, $2)
    order by account_id, operation_id
    limit 1
  )`,
);
