/** What the statements read from the directory, a type for each kind of row. */

/** What finds an organization. */
export type IdentifierKind = 'id' | 'orgNumber' | 'linkedInUrl' | 'domain';

/** An organization and the value that it was found by. */
export interface OrganizationHit {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly id: string;
  readonly name: string;
  readonly country_code: string;
  readonly sole_trader: boolean;
  readonly legal_form: string | null;
  readonly city: string | null;
  readonly founded_year: number | null;
}

/** What a contact is shown from. */
export interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly job_title: string | null;
  readonly is_executive: boolean;
  readonly is_decision_maker: boolean;
  readonly linked_in_slug: string | null;
}

/** A contact with the organization that it belongs to. */
export interface ContactOfOrganization extends ContactRow {
  readonly organization_id: string;
  readonly organization_name: string;
}

/** A contact with what contacts are sorted by: two flags and the levelled name. */
export interface SortedContact extends ContactOfOrganization {
  readonly sort_key: string;
}

/** A contact of a page, or `id: null` for a page without contacts. */
export type ContactPageRow = {
  /** Index of the page in the batch. */
  readonly page: number;
  readonly total_count: number;
} & ((ContactRow & { readonly sort_key: string }) | { readonly id: null });

/** An organization of a batch of people, by the identifier that found it. */
export interface OrganizationFound {
  readonly found: 'organization';
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly organization_id: string;
}

/** What a batch of people found: organizations, contacts by LinkedIn page, and contacts who may be the person that an item names. */
export type MatchPeopleRow =
  | OrganizationFound
  | ({ readonly found: 'linkedInUrl' } & SortedContact)
  | ({ readonly found: 'name'; readonly item: number } & SortedContact);
