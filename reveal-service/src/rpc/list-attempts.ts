import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { selectCommittedAttempts } from '../sql/select-committed-attempts.js';
import { NIL_UUID, parseAuditedAccount } from './audit-page.js';

/**
 * A page of the account's committed attempts, each beside what is on record of its reveals; a page
 * that is not full is the last. Throws validation_failed.
 */
export async function listAttempts(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListAttemptsRequest,
): Promise<reveal.ListAttemptsResponse> {
  const { afterAttemptId, limit } = request;
  const account = parseAuditedAccount(request);
  const after = afterAttemptId === '' ? NIL_UUID : parseUuid(afterAttemptId);
  if (after === undefined) throw validationFailed({ afterAttemptId: ['must be a UUID or empty'] });
  return { attempts: await selectCommittedAttempts.run(revealPool, [account, after, limit]) };
}
