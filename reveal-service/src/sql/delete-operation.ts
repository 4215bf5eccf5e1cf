import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes an expired operation, so that its id can be used again. Locks its row. Served by
 * operations_pkey, or by operations_at_idx while the account has few operations.
 */
export const deleteOperation = statement<[accountId: string, operationId: Buffer, expiredAt: Date], never>(
  'reveal_delete_operation',
  `delete from reveal.operations
  where account_id = $1 and operation_id = $2 and at <= $3`,
);
