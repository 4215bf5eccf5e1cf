import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { selectCommittedAttempts } from '../sql/select-committed-attempts.js';

const MAX_PAGE_SIZE = 1000;
/** Before every id that is drawn. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** A page of what the account's committed attempts cost; a page that is not full is the last. Throws validation_failed. */
export async function listAttempts(
  { revealPool }: { readonly revealPool: Pool },
  { accountId, afterAttemptId, limit }: reveal.ListAttemptsRequest,
): Promise<reveal.ListAttemptsResponse> {
  const account = parseUuid(accountId);
  if (account === undefined) throw validationFailed({ accountId: ['must be a UUID'] });
  const after = afterAttemptId === '' ? NIL_UUID : parseUuid(afterAttemptId);
  if (after === undefined) throw validationFailed({ afterAttemptId: ['must be a UUID or empty'] });
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    throw validationFailed({ limit: [`must be from 1 to ${MAX_PAGE_SIZE}`] });
  const rows = await selectCommittedAttempts.run(revealPool, [account, after, limit]);
  return { attempts: rows.map((row) => ({ ...row, statedMillicredits: row.millicredits, missingReveals: 0 })) };
}
