import type { OrganizationMatchedBy, OrganizationResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import type { Item } from '../../../items/index.js';
import { invalidResult } from '../../batch.js';
import { toCredits } from '../../millicredits.js';
import { presentOrganization, type FoundOrganization } from '../../present/organization.js';
import type { Looked } from '../../revealing-batch.js';

/** The result of one item. */
export function presentResult(
  item: Item<search.OrganizationIdentifiers>,
  { found, view, outcome }: Looked<FoundOrganization, reveal.OrganizationView>,
  appUrl: string,
): OrganizationResult {
  if (item.error !== undefined) return invalidResult(item);
  if (found === undefined || view === undefined) return { ref: item.ref, status: 'not_found' };
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as OrganizationMatchedBy,
    organization: presentOrganization(found, view, appUrl),
    creditCost: outcome && toCredits(outcome.costMillicredits),
  };
}
