import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a batch of an account's operations that count no more. Locks what it deletes, and skips
 * what others lock. Served by operations_at_idx. Deletes by the places of the locked rows, because a
 * join by id may read all operations of a large account for each row. "is true" keeps the condition
 * on the account from being used to find them.
 */
export const deleteExpiredOperations = statement<
  [accountId: string, expiredAt: Date, limit: number],
  { readonly operationId: Buffer }
>(
  'reveal_delete_expired_operations',
  `delete from reveal.operations
  where (account_id = $1) is true and ctid = any (array(
    select ctid
    from reveal.operations
    where account_id = $1 and at <= $2
    order by at
    limit $3
    for update skip locked
  ))
  returning operation_id as "operationId"`,
);
