import type { PersonItem, PersonResult, Prospecting } from '@prospecting/client';
import { identifiersOf, type FieldReader, type PEOPLE_HEADERS } from './columns.js';
import { toMillicredits, type Enrichment, type Millicredits, type Quoted } from './enrichment.js';

export type InfoType = 'email' | 'phone';
type PeopleField = keyof typeof PEOPLE_HEADERS;

const COLUMNS = ['contact_id', 'name', 'job_title', 'organization', 'email', 'phone', 'linkedin_url'];

/** Enriches rows about people: finds the contact, and reveals its e-mail address, its phone number or both. */
export function enrichPeople(
  prospecting: Prospecting,
  read: FieldReader<PeopleField>,
  infoTypes: readonly InfoType[],
): Enrichment {
  /** Known once a contact is found that has both types to reveal: an account pays one price for each type. */
  let priceOfEmail: Millicredits | undefined;

  /** The API prices a contact as a whole. What the e-mail address alone costs, another dry run tells. */
  async function pricesOf(item: PersonItem, types: readonly string[], total: Millicredits): Promise<Quoted['prices']> {
    const [one, other] = types;
    if (one === undefined) return {};
    if (other === undefined) return { [one]: total };
    if (priceOfEmail === undefined) {
      const { creditsQuoted } = await prospecting.matchPeople({ items: [item], reveal: ['email'], dryRun: true });
      priceOfEmail = toMillicredits(creditsQuoted);
    }
    return { email: priceOfEmail, phone: total - priceOfEmail };
  }

  async function quotedOf(item: PersonItem, result: PersonResult | undefined): Promise<Quoted> {
    switch (result?.status) {
      case 'matched': {
        const { contact, matchedBy, reveal } = result;
        const prices = await pricesOf(item, reveal?.newInfoTypes ?? [], toMillicredits(reveal?.creditCost ?? 0));
        return { status: 'matched', id: contact.id, matchedBy, prices };
      }
      case 'ambiguous': {
        const people = result.candidates.map(({ id, name, jobTitle }) => `${name}, ${jobTitle ?? 'no title'} (${id})`);
        return { status: 'ambiguous', reason: people.join('; ') };
      }
      case 'invalid':
        return { status: 'invalid', reason: result.error };
      case 'not_found':
        return { status: 'not_found', reason: result.reason };
      default:
        return { status: 'not_found', reason: 'unknown_status' };
    }
  }

  return {
    columns: COLUMNS,
    async quote(rows) {
      const items = rows.map((cells) => itemOf(read(cells)));
      const { results } = await prospecting.matchPeople({ items, reveal: infoTypes, dryRun: true });
      const quoted: Quoted[] = [];
      for (const [index, item] of items.entries()) quoted.push(await quotedOf(item, results[index]));
      return quoted;
    },
    async reveal(ids, maxCredits, idempotencyKey) {
      const items = ids.map((contactId) => ({ contactId }));
      const request = { items, infoTypes, maxCredits };
      const { results, creditsCharged } = await prospecting.revealContacts(request, { idempotencyKey });
      const revealed = results.flatMap((result) => (result.status === 'revealed' ? [result.contact] : []));
      const cells = revealed.map((contact) => [
        contact.id,
        contact.name,
        contact.jobTitle ?? '',
        contact.organizationName,
        contact.emailIsMasked ? '' : (contact.email ?? ''),
        contact.phoneIsMasked ? '' : (contact.phone ?? ''),
        contact.linkedInUrl ?? '',
      ]);
      return {
        charged: toMillicredits(creditsCharged),
        cells: new Map(cells.map((each) => [each[0] as string, each])),
      };
    },
  };
}

/**
 * Returns the identifiers of a row. The API tries the LinkedIn page first, then the e-mail address,
 * then name and organization; it refuses an organization without a name, so there it is left out.
 */
function itemOf(fields: ReturnType<FieldReader<PeopleField>>): PersonItem {
  const { linkedInUrl, email, firstName, lastName, organizationLinkedInUrl } = fields;
  const name = fields.name ?? [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const organization = identifiersOf(fields, organizationLinkedInUrl);
  const isNamed = name !== '' && Object.keys(organization).length > 0;
  const hasOther = linkedInUrl !== undefined || email !== undefined;
  return {
    ...(linkedInUrl !== undefined && { linkedInUrl }),
    ...(email !== undefined && { email }),
    ...((isNamed || !hasOther) && name !== '' && { name }),
    ...(isNamed && { organization }),
  };
}
