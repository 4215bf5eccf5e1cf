import { createHash } from 'node:crypto';
import path from 'node:path';

/** A canonical organization to import. All records here are invented. */
export interface OrganizationRecord {
  readonly id: string;
  readonly countryCode: 'SE' | 'NO' | 'DK' | 'FI';
  readonly organizationNumber: string;
  readonly name: string;
  readonly soleTrader?: boolean;
  readonly legalForm?: string;
  readonly city?: string;
  readonly foundedYear?: number;
  readonly domains?: readonly string[];
  readonly linkedInUrl?: string;
  readonly [detail: string]: unknown;
}

/** A canonical contact to import. */
export interface ContactRecord {
  readonly id: string;
  readonly organization: { readonly id: string };
  readonly name: string;
  readonly jobTitle?: string;
  readonly isExecutive?: boolean;
  readonly isDecisionMaker?: boolean;
  readonly roles?: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  readonly linkedInUrl?: string;
}

/** A canonical switchboard to import. */
export interface SwitchboardRecord {
  readonly organization: { readonly id: string };
  readonly phone?: string;
  readonly email?: string;
}

/** The directory of an installation before its first request. */
export interface Directory {
  readonly organizations?: readonly OrganizationRecord[];
  readonly contacts?: readonly ContactRecord[];
  readonly switchboards?: readonly SwitchboardRecord[];
}

/** Makes the records of one promise. */
export interface Records {
  /** Returns an organization with an id, a Norwegian number of its own and the given fields. */
  organization(fields: Partial<OrganizationRecord> & { readonly name: string }): OrganizationRecord;
  /** Returns a person at an organization. */
  contact(
    at: OrganizationRecord,
    fields: Partial<Omit<ContactRecord, 'organization'>> & { readonly name: string },
  ): ContactRecord;
  /** Returns the switchboard of an organization. */
  switchboard(of: OrganizationRecord, fields: Omit<SwitchboardRecord, 'organization'>): SwitchboardRecord;
}

/**
 * Returns what makes the records of one promise: `recordsOf(import.meta.url)`. Ids and numbers
 * follow from the promise's name and the order in which its records are declared. So they are the
 * same in every run, and promises that share an installation have different ones.
 */
export function recordsOf(promise: string): Records {
  const name = path.basename(promise).replace(/\.test\.[jt]s$/, '');
  let declared = 0;
  const digestOf = (number: number): string => createHash('sha256').update(`${name} ${number}`).digest('hex');
  const nextId = (): string => {
    declared += 1;
    return uuidOf(digestOf(declared));
  };
  return {
    organization(fields) {
      const id = nextId();
      const digits = String(Number.parseInt(digestOf(declared).slice(-8), 16) % 100_000_000).padStart(8, '0');
      return { id, countryCode: 'NO', organizationNumber: `8${digits}`, ...fields };
    },
    contact: (at, fields) => ({ id: nextId(), organization: { id: at.id }, ...fields }),
    switchboard: (of, fields) => ({ organization: { id: of.id }, ...fields }),
  };
}

/** Returns a UUID of version 8: one whose bits the application chooses. */
function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
