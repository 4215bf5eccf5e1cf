import type { OrganizationMatchedBy, Switchboard, SwitchboardResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import { parseItems, parseOrganizationQuery, type Item } from '../../items/index.js';
import { invalidResult, notFoundResult, presentQuote } from '../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../operation.js';
import { presentOrganization, subjectOf, type FoundOrganization } from '../present/organization.js';
import { answerBatch, type ResultParts } from '../revealing-batch.js';
import { mapCompacted } from '../sparse.js';
import { findOrganizations } from './find-organizations.js';

/** POST /organizations/switchboards/match */
export function matchOrganizationSwitchboards(options: RouteOptions): Operation {
  const { reads, appUrl } = options;
  return defineOperation({
    operationId: 'match_organization_switchboards',
    searches: true,
    reveals: 'when_revealing',
    showsBalance: true,
    answer(request) {
      const { key, body, call } = request;
      const accountId = key.account.id;
      return answerBatch(options, request, {
        items: parseItems(body.items, parseOrganizationQuery),
        infoTypes: body.reveal,
        find: (queries) => findOrganizations(options, request, queries),
        subject: ({ organization }) => ({
          kind: 'SUBJECT_KIND_SWITCHBOARD',
          subjectId: organization.id,
          shownIdentifiers: [],
        }),
        view: (found) => mapCompacted(found, (each) => reads.viewSwitchboards(accountId, each.map(idOf), call)),
        viewOf: ({ contactChannels }) => (contactChannels ? { switchboard: contactChannels } : {}),
        context: (found) =>
          mapCompacted(found, (each) => reads.viewOrganizations(accountId, each.map(subjectOf), call)),
        present: (item, parts) => presentResult(item, parts, appUrl),
      });
    },
  });
}

function idOf({ organization }: FoundOrganization): string {
  return organization.id;
}

function presentResult(
  item: Item<search.OrganizationIdentifiers>,
  {
    found,
    view,
    context: organization,
    outcome,
  }: ResultParts<FoundOrganization, reveal.SwitchboardView, reveal.OrganizationView>,
  appUrl: string,
): SwitchboardResult {
  if (item.error !== undefined) return invalidResult(item);
  if (found === undefined || organization === undefined) return notFoundResult(item.ref, 'organization_not_found');
  const contactChannels = view?.switchboard ?? undefined;
  if (contactChannels === undefined) return notFoundResult(item.ref, 'no_switchboard');
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as OrganizationMatchedBy,
    organization: presentOrganization(found, organization, appUrl),
    switchboard: presentSwitchboard(contactChannels),
    reveal: outcome && presentQuote(outcome),
  };
}

function presentSwitchboard({ phone, phoneIsMasked, email, emailIsMasked }: reveal.ContactChannelsView): Switchboard {
  return { phone, phoneIsMasked, email, emailIsMasked };
}
