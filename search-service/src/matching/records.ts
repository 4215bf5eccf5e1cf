/** The rows that the statements read from the directory. */

/** The kinds of identifiers that find an organization. */
export type IdentifierKind = 'id' | 'orgNumber' | 'linkedInUrl' | 'domain';

/** An organization and the value that found it. */
export interface OrganizationHitRow {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly id: string;
  readonly name: string;
  readonly countryCode: string;
  readonly soleTrader: boolean;
  readonly legalForm: string | null;
  readonly city: string | null;
  readonly foundedYear: number | null;
}

/** The columns from which a contact is shown. */
export interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly linkedInSlug: string | null;
}

/** A contact with its organization. */
export interface OrganizationContactRow extends ContactRow {
  readonly organizationId: string;
  readonly organizationName: string;
}

/** A contact with its sort key: two flags and the normalized name. */
export interface SortedContactRow extends OrganizationContactRow {
  readonly sortKey: string;
}

/** A contact of a page, or `id: null` for a page without contacts. */
export type ContactPageRow = {
  /** The index of the page in the batch. */
  readonly page: number;
  readonly totalCount: number;
} & ((ContactRow & { readonly sortKey: string }) | { readonly id: null });

/** An organization in which a batch looks for people, with the identifier that found it. */
export interface FoundOrganizationRow {
  readonly found: 'organization';
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly organizationId: string;
}

/**
 * A row of a people batch: an organization, a contact found by LinkedIn page, or a contact who may
 * be the person that an item names.
 */
export type PersonHitRow =
  | FoundOrganizationRow
  | ({ readonly found: 'linkedInUrl' } & SortedContactRow)
  | ({ readonly found: 'name'; readonly item: number } & SortedContactRow);
