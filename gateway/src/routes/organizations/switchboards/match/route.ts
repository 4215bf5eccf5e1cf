import { parseItems, parseOrganizationQuery } from '../../../../items/index.js';
import { defineOperation, type Operation, type RouteOptions } from '../../../operation.js';
import { inPlaces } from '../../../places.js';
import { subjectOf } from '../../../present/organization.js';
import { answerBatch } from '../../../revealing-batch.js';
import { findOrganizations } from '../../find-organizations.js';
import { presentResult } from './present.js';

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
      return answerBatch(options, request, {
        items: parseItems(body.items, parseOrganizationQuery),
        infoTypes: body.reveal,
        find: (queries) => findOrganizations(options, request, queries),
        subject: ({ organization }) => ({
          kind: 'SUBJECT_KIND_SWITCHBOARD',
          subjectId: organization.id,
          shownIdentifiers: [],
        }),
        view: (found) =>
          inPlaces(found, (asked) =>
            reads.viewSwitchboards(
              key.account.id,
              asked.map(({ organization }) => organization.id),
              call,
            ),
          ),
        viewOf: ({ reachable }) => (reachable ? { switchboard: reachable } : {}),
        beside: (found) =>
          inPlaces(found, (asked) => reads.viewOrganizations(key.account.id, asked.map(subjectOf), call)),
        present: (item, looked) => presentResult(item, looked, appUrl),
      });
    },
  });
}
