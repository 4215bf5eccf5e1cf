import { parseItems, parsePersonQuery } from '../../../items/index.js';
import { defineOperation, type Operation, type RouteOptions } from '../../operation.js';
import { contactSubject, viewContacts } from './view-contacts.js';
import { answerBatch } from '../../revealing-batch.js';
import type { PersonOutcome } from './decide.js';
import { findPeople } from './find-people.js';
import { presentResult } from './present.js';

/** POST /people/match */
export function matchPeople(options: Pick<RouteOptions, 'reads' | 'spender' | 'numberGuard'>): Operation {
  const { reads, numberGuard } = options;
  return defineOperation({
    operationId: 'match_people',
    searches: true,
    reveals: 'when_revealing',
    showsBalance: true,
    answer(request) {
      const { key, body, call } = request;
      const search = { reads, accountId: key.account.id, call };
      return answerBatch(options, request, {
        items: parseItems(body.items, parsePersonQuery),
        infoTypes: body.reveal,
        find: (queries) => findPeople({ ...search, numberGuard }, queries),
        // Several who fit are shown to choose from; none of them is revealed.
        subject: (outcome) => (outcome.kind === 'matched' ? contactSubject(outcome.contact) : undefined),
        view: (outcomes) => viewContacts(search, outcomes.map(matchedContact)),
        viewOf: (outcome) => outcome.reachable ?? undefined,
        present: presentResult,
      });
    },
  });
}

function matchedContact(outcome: PersonOutcome | undefined) {
  return outcome?.kind === 'matched' ? outcome.contact : undefined;
}
