import type { Pool } from '@prospecting/platform/postgres';
import { NIL_UUID } from '@prospecting/platform/uuid';
import type { reveal } from '@prospecting/protos';
import { requireUuid } from '../request-fields.js';
import { selectCommittedAttempts } from '../sql/select-committed-attempts.js';
import { parseAuditedAccount } from './audit-page.js';

/**
 * Returns a page of the account's committed attempts, each with what is on record of its reveals. A
 * page that is not full is the last one. Throws validation_failed.
 */
export async function listAttempts(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListAttemptsRequest,
): Promise<reveal.ListAttemptsResponse> {
  const { afterAttemptId, limit } = request;
  const accountId = parseAuditedAccount(request);
  const after = afterAttemptId === '' ? NIL_UUID : requireUuid('afterAttemptId', afterAttemptId);
  return { attempts: await selectCommittedAttempts.run(revealPool, [accountId, after, limit]) };
}
