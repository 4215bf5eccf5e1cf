import type { search } from '@prospecting/protos';
import type { OperationRequest, RouteOptions } from '../../../operation.js';
import { inPlaces } from '../../../places.js';

/** The page of each query, in its place. */
export async function findPages(
  { reads, numberGuard }: Pick<RouteOptions, 'reads' | 'numberGuard'>,
  { key: { account }, body, call }: OperationRequest<{ readonly limit: number }>,
  queries: readonly (search.ContactsPageItem | undefined)[],
): Promise<(search.ContactsPage | undefined)[]> {
  const identifiers = await numberGuard.withhold(
    account.id,
    queries.map((query) => query?.identifiers ?? undefined),
    call,
  );
  const lookedFor = queries.map((query, index) => query && { ...query, identifiers: identifiers[index] ?? null });
  const targetRoles = [...account.targetRoles];
  return inPlaces(lookedFor, (items) =>
    reads.listContacts({ accountId: account.id, targetRoles, limit: body.limit, items }, call),
  );
}
