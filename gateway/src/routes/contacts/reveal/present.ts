import type { RevealResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import type { ContactQuery, Item } from '../../../items/index.js';
import { invalidResult } from '../../batch.js';
import { presentContact } from '../../present/contact.js';
import { presentQuote } from '../../present/quote.js';
import type { Looked } from '../../revealing-batch.js';

/** The result of one item. */
export function presentResult(
  item: Item<ContactQuery>,
  { found, view, outcome }: Looked<search.Contact, reveal.ReachableView>,
  dryRun: boolean,
): RevealResult {
  if (item.error !== undefined) return invalidResult(item);
  const { ref, query } = item;
  const { contactId } = query;
  // A contact may go between being found and being revealed.
  if (found === undefined || view === undefined || outcome?.found !== true) {
    return { ref, status: 'not_found', contactId };
  }
  return {
    ref,
    status: dryRun ? 'quoted' : 'revealed',
    contactId,
    reveal: presentQuote(outcome),
    contact: presentContact(found, view),
  };
}
