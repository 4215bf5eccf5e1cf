import type { Random } from '@prospecting/platform/random';
import { recordsOf, type Directory, type OrganizationRecord } from '../../support/records.js';

/** A subject that can be revealed, and its values on record. */
export interface Revealable {
  readonly kind: 'contact' | 'switchboard' | 'organization';
  /** The id of the contact, or of the organization for the other kinds. */
  readonly id: string;
  /** The people/match item that finds the contact. Undefined when only the id identifies it. */
  readonly match?: object;
  /**
   * Returns every value on record since the run began, including `undefined` if it ever had none.
   */
  everHad(infoType: string): ReadonlySet<string | undefined>;
  /** Returns the value on record. */
  has(infoType: string): string | undefined;
  /** Returns whether there is, or ever was, a value to pay for. */
  mayHave(infoType: string): boolean;
}

/**
 * The directory of a run: invented records that never change, some without an address, a phone
 * number or both.
 */
export interface FaultDirectory {
  readonly directory: Directory;
  readonly revealables: Readonly<Record<Revealable['kind'], readonly Revealable[]>>;
}

const ORGANIZATIONS = 60;
const CONTACTS_EACH = 4;

export function createDirectory(random: Random): FaultDirectory {
  const { contact, organization, switchboard } = recordsOf('faults');
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
        ...(random.chance(0.5) && { linkedInUrl: `https://www.linkedin.com/in/ola-nordmann-${number}-exempel` }),
      });
    }),
  );
  const switchboards = organizations.map((of, index) =>
    switchboard(of, { phone: `+4721${String(500_000 + index)}`, email: `post@firma-${index}.example` }),
  );
  return {
    directory: { organizations, contacts, switchboards },
    revealables: {
      contact: contacts.map(({ id, email, phone, name, linkedInUrl, organization: { id: at } }) => ({
        ...lasting('contact', id, { email, phone }),
        match: linkedInUrl === undefined ? { name, organization: { id: at } } : { linkedInUrl },
      })),
      switchboard: switchboards.map(({ organization: { id }, email, phone }) =>
        lasting('switchboard', id, { email, phone }),
      ),
      organization: organizations.map(({ id }: OrganizationRecord) => lasting('organization', id, { details: 'yes' })),
    },
  };
}

function lasting(
  kind: Revealable['kind'],
  id: string,
  values: Readonly<Record<string, string | undefined>>,
): Revealable {
  return {
    kind,
    id,
    everHad: (infoType) => new Set([values[infoType]]),
    has: (infoType) => values[infoType],
    mayHave: (infoType) => values[infoType] !== undefined,
  };
}
