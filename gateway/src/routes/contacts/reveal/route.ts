import type { reveal } from '@prospecting/protos';
import { parseContactQuery, parseItems, type ContactQuery } from '../../../items/index.js';
import { respondBatch } from '../../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../../operation.js';
import { settle } from '../../spend.js';
import { presentResult } from './present.js';

/** POST /contacts/reveal. Its items name their subjects themselves, so one call answers all: what is found, what it costs, what is seen. */
export function revealContacts({ spender }: Pick<RouteOptions, 'spender'>): Operation {
  return defineOperation({
    operationId: 'reveal_contacts',
    searches: false,
    reveals: 'always',
    showsBalance: true,
    async answer(request) {
      const { items: asked, infoTypes, dryRun } = request.body;
      const items = parseItems(asked, parseContactQuery);
      const subjects = items.map(({ query }) => query && subjectOf(query, infoTypes));
      const { outcomes, amounts } = await settle(spender, request, subjects);
      const results = items.map((item, index) => presentResult(item, outcomes[index], dryRun));
      return respondBatch(results, amounts, dryRun);
    },
  });
}

function subjectOf({ contactId }: ContactQuery, infoTypes: readonly string[]): reveal.SpendSubject {
  return {
    kind: 'SUBJECT_KIND_CONTACT',
    subjectId: contactId,
    infoTypes: [...infoTypes],
    shownIdentifiers: [],
  };
}
