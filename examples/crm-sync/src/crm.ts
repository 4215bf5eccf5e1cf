/** A company in the CRM. At least one of the identifiers finds it; the number is the surest. */
export interface CrmOrganization {
  /** The CRM's own id. */
  readonly id: string;
  readonly name: string;
  readonly orgNumber?: string;
  readonly countryCode?: 'SE' | 'NO' | 'DK' | 'FI';
  readonly domain?: string;
  readonly linkedInUrl?: string;
  /** The id that the data service knows it by, once it was found. */
  readonly prospectingId?: string;
}

/** A person in the CRM. */
export interface CrmContact {
  /** The CRM's own id. A contact that the sync adds has the id that the data service knows it by. */
  readonly id: string;
  /** The CRM's id of the company. */
  readonly organizationId: string;
  readonly name: string;
  readonly jobTitle?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly linkedInUrl?: string;
  readonly prospectingId?: string;
}

/** What the sync needs of a CRM. Replace `FileCrm` by an implementation for yours. */
export interface Crm {
  organizations(): Promise<readonly CrmOrganization[]>;
  contacts(): Promise<readonly CrmContact[]>;
  /** Inserts or updates by id: all of them or none. Fields that are not given stay as they are. */
  saveOrganizations(organizations: readonly CrmOrganization[]): Promise<void>;
  /** Inserts or updates by id: all of them or none. Fields that are not given stay as they are. */
  saveContacts(contacts: readonly CrmContact[]): Promise<void>;
}
