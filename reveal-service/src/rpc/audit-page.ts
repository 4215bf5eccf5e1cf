import { failValidation, requireUuid } from '../request-fields.js';

const MAX_PAGE_SIZE = 1000;
/**
 * Checks the page size of an audit's request and returns its account id. Throws validation_failed.
 */
export function parseAuditedAccount(request: { readonly accountId: string; readonly limit: number }): string {
  const { limit } = request;
  const accountId = requireUuid('accountId', request.accountId);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    failValidation('limit', `must be from 1 to ${MAX_PAGE_SIZE}`);
  return accountId;
}
