import type { RevealResult } from '@prospecting/openapi';
import type { reveal } from '@prospecting/protos';
import type { ContactQuery, Item } from '../../../items/index.js';
import { invalidResult } from '../../batch.js';
import { presentContact } from '../../present/contact.js';
import { presentQuote } from '../../present/quote.js';

/** The result of one item. */
export function presentResult(
  item: Item<ContactQuery>,
  outcome: reveal.SubjectOutcome | undefined,
  dryRun: boolean,
): RevealResult {
  if (item.error !== undefined) return invalidResult(item);
  const { ref, query } = item;
  const { contactId } = query;
  const contact = outcome?.contact ?? undefined;
  const view = outcome?.reachable ?? undefined;
  // A retry may find that a contact that was revealed has gone since.
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
