import { randomUUID } from 'node:crypto';

/** A canonical organization to import; invented, like every record here. */
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

/** What an installation knows before its first request. */
export interface Directory {
  readonly organizations?: readonly OrganizationRecord[];
  readonly contacts?: readonly ContactRecord[];
  readonly switchboards?: readonly SwitchboardRecord[];
}

let numbered = 0;

/** An organization with an id, a Norwegian number of its own and nothing else but what is said of it. */
export function organization(said: Partial<OrganizationRecord> & { readonly name: string }): OrganizationRecord {
  numbered += 1;
  return { id: randomUUID(), countryCode: 'NO', organizationNumber: `89${String(numbered).padStart(7, '0')}`, ...said };
}

/** A person at an organization. */
export function contact(
  at: OrganizationRecord,
  said: Partial<Omit<ContactRecord, 'organization'>> & { readonly name: string },
): ContactRecord {
  return { id: randomUUID(), organization: { id: at.id }, ...said };
}

/** The main phone line of an organization. */
export function switchboard(of: OrganizationRecord, said: Omit<SwitchboardRecord, 'organization'>): SwitchboardRecord {
  return { organization: { id: of.id }, ...said };
}
