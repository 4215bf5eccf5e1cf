import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';

const MAX_PAGE_SIZE = 1000;
/** It sorts before every id that is drawn. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Checks the size of a page that an audit asks for; answers whose it is. Throws validation_failed. */
export function parseAuditedAccount({
  accountId,
  limit,
}: {
  readonly accountId: string;
  readonly limit: number;
}): string {
  const account = parseUuid(accountId);
  if (account === undefined) throw validationFailed({ accountId: ['must be a UUID'] });
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    throw validationFailed({ limit: [`must be from 1 to ${MAX_PAGE_SIZE}`] });
  return account;
}
