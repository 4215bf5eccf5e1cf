import type { OrganizationMatchedBy, Switchboard, SwitchboardResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import type { Item } from '../../../../items/index.js';
import { invalidResult, notFoundResult } from '../../../batch.js';
import { presentOrganization, type FoundOrganization } from '../../../present/organization.js';
import { presentQuote } from '../../../present/quote.js';
import type { Looked } from '../../../revealing-batch.js';

/** The result of one item. */
export function presentResult(
  item: Item<search.OrganizationIdentifiers>,
  {
    found,
    view,
    beside: organization,
    outcome,
  }: Looked<FoundOrganization, reveal.SwitchboardView, reveal.OrganizationView>,
  appUrl: string,
): SwitchboardResult {
  if (item.error !== undefined) return invalidResult(item);
  if (found === undefined || organization === undefined) return notFoundResult(item.ref, 'organization_not_found');
  const reachable = view?.switchboard ?? undefined;
  if (reachable === undefined) return notFoundResult(item.ref, 'no_switchboard');
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as OrganizationMatchedBy,
    organization: presentOrganization(found, organization, appUrl),
    switchboard: presentSwitchboard(reachable),
    reveal: outcome && presentQuote(outcome),
  };
}

function presentSwitchboard({ phone, phoneIsMasked, email, emailIsMasked }: reveal.ReachableView): Switchboard {
  return { phone, phoneIsMasked, email, emailIsMasked };
}
