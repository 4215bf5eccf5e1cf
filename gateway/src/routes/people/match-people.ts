import type { PersonResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import { parseItems, parsePersonQuery, type Item, type PersonQuery } from '../../items/index.js';
import { invalidResult, notFoundResult, presentQuote } from '../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../operation.js';
import { presentCandidate, presentContact } from '../present/contact.js';
import { answerBatch, type ResultParts } from '../revealing-batch.js';
import { mapCompacted } from '../sparse.js';
import type { PersonOutcome } from './decide.js';
import { findPeople } from './find-people.js';

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
      const accountId = key.account.id;
      return answerBatch(options, request, {
        items: parseItems(body.items, parsePersonQuery),
        infoTypes: body.reveal,
        find: (queries) => findPeople({ reads, numberGuard, accountId, call }, queries),
        // Candidates are listed to choose from. None of them is revealed.
        subject: (outcome) =>
          outcome.kind === 'matched'
            ? { kind: 'SUBJECT_KIND_CONTACT', subjectId: outcome.contact.id, shownIdentifiers: [] }
            : undefined,
        view: (outcomes) =>
          mapCompacted(outcomes.map(matchedContactId), (ids) => reads.viewContacts(accountId, ids, call)),
        viewOf: (outcome) => outcome.contactChannels ?? undefined,
        present: presentResult,
      });
    },
  });
}

function matchedContactId(outcome: PersonOutcome | undefined): search.Contact['id'] | undefined {
  return outcome?.kind === 'matched' ? outcome.contact.id : undefined;
}

function presentResult(
  item: Item<PersonQuery>,
  { found, view, outcome }: ResultParts<PersonOutcome, reveal.ContactChannelsView>,
): PersonResult {
  if (item.error !== undefined) return invalidResult(item);
  if (found?.kind === 'ambiguous') {
    return { ref: item.ref, status: 'ambiguous', candidates: found.candidates.map(presentCandidate) };
  }
  if (found?.kind !== 'matched' || view === undefined) {
    return notFoundResult(item.ref, found?.kind === 'not_found' ? found.reason : 'person_not_found');
  }
  const { matchedBy, contact } = found;
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy,
    contact: presentContact(contact, view),
    reveal: outcome && presentQuote(outcome),
  };
}
