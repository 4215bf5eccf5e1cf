import type { PersonResult } from '@prospecting/openapi';
import type { reveal } from '@prospecting/protos';
import type { Item, PersonQuery } from '../../../items/index.js';
import { invalidResult, notFoundResult } from '../../batch.js';
import { presentCandidate, presentContact } from '../../present/contact.js';
import type { PersonOutcome } from './decide.js';

/** The result of one item. `view` is there wherever one person matched. */
export function presentResult(
  item: Item<PersonQuery>,
  outcome: PersonOutcome | undefined,
  view: reveal.ReachableView | undefined,
): PersonResult {
  if (item.error !== undefined) return invalidResult(item);
  if (outcome?.kind === 'ambiguous') {
    return { ref: item.ref, status: 'ambiguous', candidates: outcome.candidates.map(presentCandidate) };
  }
  if (outcome?.kind !== 'matched' || view === undefined) {
    return notFoundResult(item.ref, outcome?.kind === 'not_found' ? outcome.reason : 'person_not_found');
  }
  const { matchedBy, contact } = outcome;
  return { ref: item.ref, status: 'matched', matchedBy, contact: presentContact(contact, view) };
}
