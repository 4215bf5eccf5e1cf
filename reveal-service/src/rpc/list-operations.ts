import { validationFailed } from '@prospecting/platform/errors';
import { toTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { selectOperations, type AuditedOperation } from '../sql/select-operations.js';
import { parseAuditedAccount } from './audit-page.js';

/** SHA-256 in hex; empty for the first page. */
const AFTER = /^(?:[0-9a-f]{64})?$/;

/**
 * A page of the account's operations, each beside its attempt; a page that is not full is the last.
 * Throws validation_failed.
 */
export async function listOperations(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListOperationsRequest,
): Promise<reveal.ListOperationsResponse> {
  const { afterOperationId, limit } = request;
  const account = parseAuditedAccount(request);
  if (!AFTER.test(afterOperationId)) throw validationFailed({ afterOperationId: ['must be an operation_id or empty'] });
  const after = Buffer.from(afterOperationId, 'hex');
  const rows = await selectOperations.run(revealPool, [account, after, limit]);
  return { operations: rows.map(toOperationRecord) };
}

function toOperationRecord({
  at,
  attemptAt,
  attemptMillicredits,
  ...operation
}: AuditedOperation): reveal.OperationRecord {
  return {
    ...operation,
    at: toTimestamp(at),
    ...(attemptMillicredits !== null && { attemptMillicredits }),
    ...(attemptAt !== null && { attemptAt: toTimestamp(attemptAt) }),
  };
}
