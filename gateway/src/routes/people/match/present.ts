import type { PersonResult } from '@prospecting/openapi';
import type { reveal } from '@prospecting/protos';
import type { Item, PersonQuery } from '../../../items/index.js';
import { invalidResult, notFoundResult } from '../../batch.js';
import { presentCandidate, presentContact } from '../../present/contact.js';
import { presentQuote } from '../../present/quote.js';
import type { Looked } from '../../revealing-batch.js';
import type { PersonOutcome } from './decide.js';

/** The result of one item. */
export function presentResult(
  item: Item<PersonQuery>,
  { found, view, outcome }: Looked<PersonOutcome, reveal.ReachableView>,
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
