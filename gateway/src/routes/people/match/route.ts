import { parseItems, parsePersonQuery } from '../../../items/index.js';
import { freeBatch } from '../../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../../operation.js';
import { inPlaces } from '../../places.js';
import { refuseToReveal } from '../../spending.js';
import { findPeople } from './find-people.js';
import { presentResult } from './present.js';

/** POST /people/match */
export function matchPeople({ reads }: Pick<RouteOptions, 'reads'>): Operation {
  return defineOperation({
    operationId: 'match_people',
    searches: true,
    spends: 'when_revealing',
    showsBalance: true,
    async answer({ key: { account }, body, call }) {
      if (body.reveal.length > 0) refuseToReveal();
      const items = parseItems(body.items, parsePersonQuery);
      const look = async (): Promise<object[]> => {
        const outcomes = await findPeople(
          { reads, accountId: account.id, call },
          items.map((item) => item.query),
        );
        const matched = outcomes.map((outcome) => (outcome?.kind === 'matched' ? outcome.contact.id : undefined));
        const views = await inPlaces(matched, (asked) => reads.viewContacts(account.id, asked, call));
        return items.map((item, index) => presentResult(item, outcomes[index], views[index]));
      };
      const [results, balance] = await Promise.all([look(), reads.getBalance(account.id, call)]);
      return freeBatch(results, balance, body.dryRun);
    },
  });
}
