import { parseItems, parseOrganizationQuery } from '../../../../items/index.js';
import { freeBatch } from '../../../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../../../operation.js';
import { inPlaces } from '../../../places.js';
import { foundOrganization, subjectOf } from '../../../present/organization.js';
import { refuseToReveal } from '../../../spending.js';
import { presentResult } from './present.js';

/** POST /organizations/switchboards/match */
export function matchOrganizationSwitchboards({ reads, appUrl }: RouteOptions): Operation {
  return defineOperation({
    operationId: 'match_organization_switchboards',
    searches: true,
    spends: 'when_revealing',
    showsBalance: true,
    async answer({ key: { account }, body, call }) {
      if (body.reveal.length > 0) refuseToReveal();
      const items = parseItems(body.items, parseOrganizationQuery);
      const look = async (): Promise<object[]> => {
        const matches = await inPlaces(
          items.map((item) => item.query),
          (asked) => reads.matchOrganizations(asked, call),
        );
        const found = items.map(({ query }, index) => foundOrganization(query, matches[index]));
        const [views, switchboards] = await Promise.all([
          inPlaces(found, (asked) => reads.viewOrganizations(account.id, asked.map(subjectOf), call)),
          inPlaces(found, (asked) =>
            reads.viewSwitchboards(
              account.id,
              asked.map(({ organization }) => organization.id),
              call,
            ),
          ),
        ]);
        return items.map((item, index) =>
          presentResult(item, { found: found[index], view: views[index], switchboard: switchboards[index] }, appUrl),
        );
      };
      const [results, balance] = await Promise.all([look(), reads.getBalance(account.id, call)]);
      return freeBatch(results, balance, body.dryRun);
    },
  });
}
