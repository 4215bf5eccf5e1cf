import type { search } from '@prospecting/protos';
import { parseContactsPageQuery, parseItems } from '../../../../items/index.js';
import { freeBatch } from '../../../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../../../operation.js';
import { inPlaces } from '../../../places.js';
import { presentContact } from '../../../present/contact.js';
import { foundOrganization, subjectOf } from '../../../present/organization.js';
import { findPages } from './find-pages.js';
import { presentResult, type PresentedPage } from './present.js';

/** POST /organizations/contacts/match */
export function matchOrganizationContacts(options: RouteOptions): Operation {
  const { reads, appUrl } = options;
  return defineOperation({
    operationId: 'match_organization_contacts',
    searches: true,
    reveals: 'never',
    showsBalance: false,
    async answer(request) {
      const { body, call } = request;
      const { account } = request.key;
      const items = parseItems(body.items, parseContactsPageQuery);
      const look = async (): Promise<object[]> => {
        const pages = await findPages(
          options,
          request,
          items.map((item) => item.query),
        );
        const found = items.map(({ query }, index) =>
          foundOrganization(query?.identifiers ?? undefined, pages[index]?.match),
        );
        const contacts = pages.flatMap((page) => page?.contacts ?? []);
        const [views, reachable] = await Promise.all([
          inPlaces(found, (asked) => reads.viewOrganizations(account.id, asked.map(subjectOf), call)),
          reads.viewContacts(
            account.id,
            contacts.map((contact) => contact.id),
            call,
          ),
        ]);
        const presented = reachable.map((view, index) => presentContact(contacts[index] as search.Contact, view));
        let next = 0;
        return items.map((item, index) => {
          const page = pages[index];
          const start = next;
          next += page?.contacts.length ?? 0;
          const shown: PresentedPage = {
            page,
            found: found[index],
            view: views[index],
            contacts: presented.slice(start, next),
          };
          return presentResult(item, shown, { appUrl, filteredByTargetRoles: account.targetRoles.length > 0 });
        });
      };
      const [results, balance] = await Promise.all([look(), reads.getBalance(account.id, call)]);
      return freeBatch(results, balance, body.dryRun);
    },
  });
}
