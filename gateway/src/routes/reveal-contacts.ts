import type { RevealResult } from '@prospecting/openapi';
import type { reveal } from '@prospecting/protos';
import { parseContactQuery, parseItems, type ContactQuery, type Item } from '../items/index.js';
import { invalidResult, presentQuote, respondBatch } from './batch.js';
import { defineOperation, type Operation, type RouteOptions } from './operation.js';
import { presentContact } from './present/contact.js';
import { quoteOrReveal } from './spend.js';

/**
 * POST /contacts/reveal. Items contain the ids of their subjects, so one call to reveal-service
 * answers everything: which contacts exist, what they cost and what the account sees of them.
 */
export function revealContacts({ spender }: Pick<RouteOptions, 'spender'>): Operation {
  return defineOperation({
    operationId: 'reveal_contacts',
    searches: false,
    reveals: 'always',
    showsBalance: true,
    async answer(request) {
      const { infoTypes, dryRun } = request.body;
      const items = parseItems(request.body.items, parseContactQuery);
      const subjects = items.map(({ query }) => query && subjectOf(query, infoTypes));
      const { outcomes, amounts } = await quoteOrReveal(spender, request, subjects);
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

function presentResult(
  item: Item<ContactQuery>,
  outcome: reveal.SubjectOutcome | undefined,
  dryRun: boolean,
): RevealResult {
  if (item.error !== undefined) return invalidResult(item);
  const { ref, query } = item;
  const { contactId } = query;
  const contact = outcome?.contact ?? undefined;
  const view = outcome?.contactChannels ?? undefined;
  // A retry may find that a revealed contact is no longer on record.
  if (outcome?.found !== true || contact === undefined || view === undefined) {
    return { ref, status: 'not_found', contactId };
  }
  return {
    ref,
    status: dryRun ? 'quoted' : 'revealed',
    contactId,
    reveal: presentQuote(outcome),
    contact: presentContact(contact, view),
  };
}
