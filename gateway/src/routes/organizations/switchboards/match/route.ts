import type { Call } from '@prospecting/platform/grpc';
import { parseItems, parseOrganizationQuery } from '../../../../items/index.js';
import type { Reads } from '../../../../upstream/index.js';
import { defineOperation, type Operation, type RouteOptions } from '../../../operation.js';
import { inPlaces } from '../../../places.js';
import { subjectOf, type FoundOrganization } from '../../../present/organization.js';
import { answerBatch } from '../../../revealing-batch.js';
import { findOrganizations } from '../../find-organizations.js';
import { presentResult, type SwitchboardSight } from './present.js';

/** POST /organizations/switchboards/match */
export function matchOrganizationSwitchboards(options: RouteOptions): Operation {
  const { reads, appUrl } = options;
  return defineOperation({
    operationId: 'match_organization_switchboards',
    searches: true,
    spends: 'when_revealing',
    showsBalance: true,
    answer(request) {
      const { key, body, call } = request;
      return answerBatch(options, request, {
        items: parseItems(body.items, parseOrganizationQuery),
        infoTypes: body.reveal,
        find: (queries) => findOrganizations(reads, queries, call),
        subject: ({ organization }) => ({
          kind: 'SUBJECT_KIND_SWITCHBOARD',
          subjectId: organization.id,
          shownIdentifiers: [],
        }),
        view: (found) => inPlaces(found, (asked) => viewSwitchboards(reads, key.account.id, asked, call)),
        present: (item, looked) => presentResult(item, looked, appUrl),
      });
    },
  });
}

async function viewSwitchboards(
  reads: Reads,
  accountId: string,
  found: readonly FoundOrganization[],
  call: Call,
): Promise<SwitchboardSight[]> {
  const ids = found.map(({ organization }) => organization.id);
  const [organizations, switchboards] = await Promise.all([
    reads.viewOrganizations(accountId, found.map(subjectOf), call),
    reads.viewSwitchboards(accountId, ids, call),
  ]);
  return organizations.flatMap((organization, index) => {
    const switchboard = switchboards[index];
    return switchboard === undefined ? [] : [{ organization, switchboard }];
  });
}
