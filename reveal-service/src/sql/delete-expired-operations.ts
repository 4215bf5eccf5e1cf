import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a batch of an account's operations that count no more. Locks what it deletes, and skips
 * what others lock. Served by operations_at_idx.
 */
export const deleteExpiredOperations = statement<
  [accountId: string, expiredAt: Date, limit: number],
  { readonly operationId: Buffer }
>(
  'reveal_delete_expired_operations',
  `delete from reveal.operations
  where account_id = $1 and operation_id in (
    select operation_id
    from reveal.operations
    where account_id = $1 and at <= $2
    order by at
    limit $3
    for update skip locked
  )
  returning operation_id as "operationId"`,
);
