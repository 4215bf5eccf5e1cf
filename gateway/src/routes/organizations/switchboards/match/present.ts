import type { OrganizationMatchedBy, Switchboard, SwitchboardResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import type { Item } from '../../../../items/index.js';
import { invalidResult, notFoundResult } from '../../../batch.js';
import { presentOrganization, type FoundOrganization } from '../../../present/organization.js';

/** What there is to show of one item; the views are there wherever an organization was found. */
export interface PresentedSwitchboard {
  readonly found: FoundOrganization | undefined;
  readonly view: reveal.OrganizationView | undefined;
  readonly switchboard: reveal.SwitchboardView | undefined;
}

/** The result of one item. */
export function presentResult(
  item: Item<search.OrganizationIdentifiers>,
  { found, view, switchboard }: PresentedSwitchboard,
  appUrl: string,
): SwitchboardResult {
  if (item.error !== undefined) return invalidResult(item);
  if (found === undefined || view === undefined) return notFoundResult(item.ref, 'organization_not_found');
  const reachable = switchboard?.switchboard ?? undefined;
  if (reachable === undefined) return notFoundResult(item.ref, 'no_switchboard');
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as OrganizationMatchedBy,
    organization: presentOrganization(found, view, appUrl),
    switchboard: presentSwitchboard(reachable),
  };
}

function presentSwitchboard({ phone, phoneIsMasked, email, emailIsMasked }: reveal.ReachableView): Switchboard {
  return { phone, phoneIsMasked, email, emailIsMasked };
}
