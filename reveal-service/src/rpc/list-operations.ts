import { toTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { failValidation } from '../request-fields.js';
import { selectOperations, type AuditedOperationRow } from '../sql/select-operations.js';
import { parseAuditedAccount } from './audit-page.js';

/** SHA-256 in hex; empty for the first page. */
const AFTER = /^(?:[0-9a-f]{64})?$/;

/**
 * Returns a page of the account's operations, each with what its attempt states. A page that is not
 * full is the last one. Throws validation_failed.
 */
export async function listOperations(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListOperationsRequest,
): Promise<reveal.ListOperationsResponse> {
  const { afterOperationId, limit } = request;
  const accountId = parseAuditedAccount(request);
  if (!AFTER.test(afterOperationId)) failValidation('afterOperationId', 'must be an operation_id or empty');
  const after = Buffer.from(afterOperationId, 'hex');
  const rows = await selectOperations.run(revealPool, [accountId, after, limit]);
  return { operations: rows.map(toOperationRecord) };
}

function toOperationRecord({
  at,
  attemptAt,
  attemptMillicredits,
  ...operation
}: AuditedOperationRow): reveal.OperationRecord {
  return {
    ...operation,
    at: toTimestamp(at),
    ...(attemptMillicredits !== null && { attemptMillicredits }),
    ...(attemptAt !== null && { attemptAt: toTimestamp(attemptAt) }),
  };
}
