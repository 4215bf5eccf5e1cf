import { parseItems, parseOrganizationQuery } from '../../../items/index.js';
import { defineOperation, type Operation, type RouteOptions } from '../../operation.js';
import { inPlaces } from '../../places.js';
import { subjectOf } from '../../present/organization.js';
import { answerBatch } from '../../revealing-batch.js';
import { findOrganizations } from '../find-organizations.js';
import { presentResult } from './present.js';

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
          inPlaces(found, (asked) => reads.viewOrganizations(key.account.id, asked.map(subjectOf), call)),
        viewOf: (outcome) => outcome.organization ?? undefined,
        present: (item, looked) => presentResult(item, looked, appUrl),
      });
    },
  });
}
