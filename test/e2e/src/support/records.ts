import { randomUUID } from 'node:crypto';

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

let numbered = 0;

/** Returns an organization with an id, a Norwegian number of its own and the given fields. */
export function organization(fields: Partial<OrganizationRecord> & { readonly name: string }): OrganizationRecord {
  numbered += 1;
  return {
    id: randomUUID(),
    countryCode: 'NO',
    organizationNumber: `89${String(numbered).padStart(7, '0')}`,
    ...fields,
  };
}

/** Returns a person at an organization. */
export function contact(
  at: OrganizationRecord,
  fields: Partial<Omit<ContactRecord, 'organization'>> & { readonly name: string },
): ContactRecord {
  return { id: randomUUID(), organization: { id: at.id }, ...fields };
}

/** Returns the switchboard of an organization. */
export function switchboard(
  of: OrganizationRecord,
  fields: Omit<SwitchboardRecord, 'organization'>,
): SwitchboardRecord {
  return { organization: { id: of.id }, ...fields };
}
