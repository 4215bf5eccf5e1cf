import type { CountryCode } from '../../identifiers/index.js';

/**
 * The canonical shapes of the three kinds of records, as a format hands them to the import. Fields
 * that a format does not know are undefined. The import checks every value; `records/` has the
 * rules.
 */
export interface OrganizationRecord {
  readonly countryCode: CountryCode;
  /** As written in the register. Required: a record without it is rejected. */
  readonly organizationNumber: string | undefined;
  /** Required: a record without it is rejected. */
  readonly name: string | undefined;
  /** UUID. Default: derived from country and number. */
  readonly id?: string | undefined;
  /** Default: false. A Swedish personal number always means a sole trader. */
  readonly soleTrader?: boolean | undefined;
  readonly legalForm?: string | undefined;
  readonly city?: string | undefined;
  readonly foundedYear?: number | undefined;
  /** The first is the primary one. */
  readonly domains?: readonly string[] | undefined;
  readonly linkedInUrl?: string | undefined;
  readonly website?: string | undefined;
  readonly employeesMin?: number | undefined;
  readonly employeesMax?: number | undefined;
  /** Whole units of `revenueCurrency`. */
  readonly revenueMin?: number | undefined;
  readonly revenueMax?: number | undefined;
  /** ISO 4217. */
  readonly revenueCurrency?: string | undefined;
  readonly oneSentenceDescription?: string | undefined;
  readonly description?: string | undefined;
  readonly technologies?: readonly string[] | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly stateOrProvince?: string | undefined;
}

/** The organization of a contact or switchboard: by id, or by country and number. */
export type OrganizationReferenceRecord =
  | { readonly id: string }
  | {
      readonly countryCode: CountryCode;
      readonly organizationNumber: string | undefined;
      readonly soleTrader?: boolean | undefined;
    };

export interface ContactRecord {
  readonly organization: OrganizationReferenceRecord;
  /** Required: a record without it is rejected. */
  readonly name: string | undefined;
  /** UUID. Default: that of the contact on record that this is, or a derived one. */
  readonly id?: string | undefined;
  readonly jobTitle?: string | undefined;
  readonly isExecutive?: boolean | undefined;
  readonly isDecisionMaker?: boolean | undefined;
  /** In lower_snake_case. */
  readonly roles?: readonly string[] | undefined;
  readonly email?: string | undefined;
  /** In national form, or international with a plus sign. */
  readonly phone?: string | undefined;
  readonly linkedInUrl?: string | undefined;
}

/** At least one of `phone` and `email` is required. */
export interface SwitchboardRecord {
  readonly organization: OrganizationReferenceRecord;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}
