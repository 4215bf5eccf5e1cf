import type { Contact, ContactsMatchedBy, ContactsResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import type { Item } from '../../../../items/index.js';
import { invalidResult, notFoundResult } from '../../../batch.js';
import { presentOrganization, type FoundOrganization } from '../../../present/organization.js';

/** What there is to show of one item; all absent for an invalid one. */
export interface PresentedPage {
  readonly page: search.ContactsPage | undefined;
  readonly found: FoundOrganization | undefined;
  readonly view: reveal.OrganizationView | undefined;
  readonly contacts: Contact[];
}

/** The result of one item. */
export function presentResult(
  item: Item<search.ContactsPageItem>,
  { page, found, view, contacts }: PresentedPage,
  { appUrl, filteredByTargetRoles }: { readonly appUrl: string; readonly filteredByTargetRoles: boolean },
): ContactsResult {
  if (item.error !== undefined) return invalidResult(item);
  if (page?.outcome === 'OUTCOME_INVALID_CURSOR') return invalidResult({ ref: item.ref, error: 'invalid_cursor' });
  if (page?.outcome !== 'OUTCOME_MATCHED' || found === undefined || view === undefined) {
    return notFoundResult(item.ref, 'organization_not_found');
  }
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as ContactsMatchedBy,
    organization: presentOrganization(found, view, appUrl),
    contacts,
    totalCount: page.totalCount,
    filteredByTargetRoles,
    nextCursor: page.nextCursor ?? null,
  };
}
