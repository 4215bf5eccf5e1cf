import type { Contact } from '@prospecting/client';
import type { CrmContact, CrmOrganization } from './crm.js';

/** The contacts of the CRM, found by what a record of the data service says of a person. */
export class Roster {
  readonly #byKey = new Map<string, CrmContact>();

  constructor(contacts: readonly CrmContact[]) {
    for (const contact of contacts) this.put(contact);
  }

  put(contact: CrmContact): void {
    for (const key of keysOf(contact)) this.#byKey.set(key, contact);
  }

  withProspectingId(id: string): CrmContact | undefined {
    return this.#byKey.get(`id ${id}`);
  }

  /**
   * Brings a person up to date with a record. A person whom somebody typed into the CRM is
   * recognized by the LinkedIn page, or by the name at the same company. What the CRM knows of a
   * person already is kept, and not paid for.
   */
  merge(organization: CrmOrganization, record: Contact): Merged {
    const { id, name, jobTitle, linkedInUrl, email, emailIsMasked, phone, phoneIsMasked } = record;
    const keys = keysOf({ prospectingId: id, organizationId: organization.id, name, linkedInUrl });
    const known = keys
      .flatMap((key) => this.#byKey.get(key) ?? [])
      // A namesake whom the data service knows by another id is another person.
      .find(({ prospectingId = id }) => prospectingId === id);
    const contact: CrmContact = {
      ...(email !== undefined && !emailIsMasked && { email }),
      ...(phone !== undefined && !phoneIsMasked && { phone }),
      ...(known ?? { id, organizationId: organization.id }),
      prospectingId: id,
      name,
      ...(jobTitle !== undefined && { jobTitle }),
      ...(linkedInUrl !== undefined && { linkedInUrl }),
    };
    return { contact, isNew: known === undefined, isChanged: known !== undefined && !isSame(known, contact) };
  }
}

/** A contact as the CRM should have it. */
export interface Merged {
  readonly contact: CrmContact;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

/** The surest key first. */
function keysOf(contact: {
  readonly organizationId: string;
  readonly name: string;
  readonly linkedInUrl?: string | undefined;
  readonly prospectingId?: string | undefined;
}): string[] {
  const { organizationId, name, linkedInUrl, prospectingId } = contact;
  return [
    ...(prospectingId === undefined ? [] : [`id ${prospectingId}`]),
    ...(linkedInUrl === undefined ? [] : [`page ${linkedInUrl.toLowerCase()}`]),
    `name ${organizationId} ${name.normalize('NFKC').toLowerCase()}`,
  ];
}

function isSame(one: CrmContact, other: CrmContact): boolean {
  const fields = ['prospectingId', 'name', 'jobTitle', 'linkedInUrl', 'email', 'phone'] as const;
  return fields.every((field) => one[field] === other[field]);
}
