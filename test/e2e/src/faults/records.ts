import { contact, organization, switchboard, type Directory } from '../support/records.js';
import type { Random } from './random.js';

/** Something that can be revealed, with what of it is on record. */
export interface Revealable {
  readonly kind: 'contact' | 'switchboard' | 'organization';
  /** A contact's; for the others the organization's. */
  readonly id: string;
  readonly email?: string;
  readonly phone?: string;
}

/** The directory of a run: invented records, some without an address, a number, or both. */
export interface FaultDirectory {
  readonly directory: Directory;
  readonly revealables: Readonly<Record<Revealable['kind'], readonly Revealable[]>>;
}

const ORGANIZATIONS = 60;
const CONTACTS_EACH = 4;

export function createDirectory(random: Random): FaultDirectory {
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, index) =>
    organization({
      name: `Firma ${index} AS`,
      domains: [`firma-${index}.example`],
      city: 'Oslo',
      employeesMin: 1 + index,
    }),
  );
  const contacts = organizations.flatMap((at, index) =>
    Array.from({ length: CONTACTS_EACH }, (_, person) => {
      const number = index * CONTACTS_EACH + person;
      return contact(at, {
        name: `Ola Nordmann${number}`,
        ...(random.chance(0.9) && { email: `ola.${number}@firma-${index}.example` }),
        ...(random.chance(0.8) && { phone: `+4722${String(400_000 + number)}` }),
      });
    }),
  );
  const switchboards = organizations.map((of, index) =>
    switchboard(of, { phone: `+4721${String(500_000 + index)}`, email: `post@firma-${index}.example` }),
  );
  return {
    directory: { organizations, contacts, switchboards },
    revealables: {
      contact: contacts.map(({ id, email, phone }) => revealable('contact', id, email, phone)),
      switchboard: switchboards.map(({ organization: { id }, email, phone }) =>
        revealable('switchboard', id, email, phone),
      ),
      organization: organizations.map(({ id }) => ({ kind: 'organization', id })),
    },
  };
}

function revealable(kind: Revealable['kind'], id: string, email?: string, phone?: string): Revealable {
  return { kind, id, ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
}
