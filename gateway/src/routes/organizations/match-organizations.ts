import type { OrganizationMatchedBy, OrganizationResult } from '@prospecting/openapi';
import { toCredits } from '@prospecting/platform/amounts';
import type { reveal, search } from '@prospecting/protos';
import { parseItems, parseOrganizationQuery, type Item } from '../../items/index.js';
import { invalidResult } from '../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../operation.js';
import { presentOrganization, subjectOf, type FoundOrganization } from '../present/organization.js';
import { answerBatch, type ResultParts } from '../revealing-batch.js';
import { mapCompacted } from '../sparse.js';
import { findOrganizations } from './find-organizations.js';

/** POST /organizations/match */
export function matchOrganizations(options: RouteOptions): Operation {
  const { reads, appUrl } = options;
  return defineOperation({
    operationId: 'match_organizations',
    searches: true,
    reveals: 'when_revealing',
    showsBalance: true,
    answer(request) {
      const { key, body, call } = request;
      return answerBatch(options, request, {
        items: parseItems(body.items, parseOrganizationQuery),
        infoTypes: body.reveal,
        find: (queries) => findOrganizations(options, request, queries),
        subject: (found) => {
          const { organizationId, shownIdentifiers } = subjectOf(found);
          return { kind: 'SUBJECT_KIND_ORGANIZATION', subjectId: organizationId, shownIdentifiers };
        },
        view: (found) =>
          mapCompacted(found, (each) => reads.viewOrganizations(key.account.id, each.map(subjectOf), call)),
        viewOf: (outcome) => outcome.organization ?? undefined,
        present: (item, parts) => presentResult(item, parts, appUrl),
      });
    },
  });
}

function presentResult(
  item: Item<search.OrganizationIdentifiers>,
  { found, view, outcome }: ResultParts<FoundOrganization, reveal.OrganizationView>,
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
