// The JSON under /console/v1. Times are ISO 8601 in UTC, credits are numbers.

export type Role = 'operator' | 'admin';

export interface Session {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    /** Null for an operator, who sees all accounts. */
    readonly accountId: string | null;
  };
  readonly csrfToken: string;
  readonly expiresAt: string;
  /** Base address of the public API, for examples. */
  readonly apiUrl?: string;
  readonly docsUrl?: string;
}

export interface SignInMethods {
  readonly oidc: { readonly name: string } | null;
  readonly links: boolean;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly apiEnabled: boolean;
  readonly targetRoles: readonly string[];
  readonly priceGroup: string;
  readonly createdAt: string;
  readonly ownedEmails?: readonly string[];
}

export const BUCKETS = ['overall', 'search', 'spend'] as const;
export type Bucket = (typeof BUCKETS)[number];
export type Limits = Readonly<Record<Bucket, number | null>>;

/** One secret of a key. A rolled key has several under one `id`. */
export interface KeySecret {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** When an older secret ends after a roll. Null for the current one. */
  readonly expiresAt: string | null;
  readonly limits: Limits;
}

export interface CreatedKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly key: string;
}

export interface RolledKey {
  readonly id: string;
  readonly key: string;
  readonly oldExpiresAt: string;
}

export interface Balance {
  readonly included: number;
  readonly purchased: number;
  readonly total: number;
  readonly subscription: { readonly included: number; readonly renewsAt: string | null } | null;
}

export interface LedgerEntry {
  readonly at: string | null;
  readonly kind: string;
  readonly included: number;
  readonly purchased: number;
  readonly reservationId: string | null;
  readonly reference: string | null;
}

export interface LoggedRequest {
  readonly at: string;
  readonly keyId: string;
  readonly keyName: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  readonly credits: number;
}

export interface Spending {
  readonly from: string;
  readonly to: string;
  readonly keys: readonly { readonly keyId: string | null; readonly name: string | null; readonly credits: number }[];
  readonly days: readonly {
    readonly day: string;
    readonly credits: number;
    readonly byKey: readonly { readonly keyId: string | null; readonly credits: number }[];
  }[];
}

export type RevealSubject = 'contact' | 'switchboard' | 'organization';

export interface Reveal {
  readonly at: string;
  readonly expiresAt: string;
  readonly subject: RevealSubject;
  readonly subjectId: string;
  readonly name: string | null;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly infoType: string;
  readonly credits: number;
  readonly keyId: string | null;
  readonly keyName: string | null;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly detailsRevealed: boolean;
  readonly countryCode: string;
  readonly legalForm?: string;
  readonly city?: string;
  readonly foundedYear?: number;
  readonly organizationNumber?: string;
  readonly domain?: string;
  readonly linkedInUrl?: string;
  readonly website?: string;
  readonly employeesMin?: number;
  readonly employeesMax?: number;
  readonly revenueMin?: number;
  readonly revenueMax?: number;
  readonly revenueCurrency?: string;
  readonly oneSentenceDescription?: string;
  readonly description?: string;
  readonly technologies?: readonly string[];
  readonly keywords?: readonly string[];
  readonly tags?: readonly string[];
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly postalCode?: string;
  readonly stateOrProvince?: string;
}

/** An e-mail address and a phone number as the account may see them. */
export interface Reachable {
  readonly email?: string;
  readonly emailIsMasked: boolean;
  readonly phone?: string;
  readonly phoneIsMasked: boolean;
}

export interface Contact extends Reachable {
  readonly id: string;
  readonly name: string;
  readonly jobTitle?: string;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly linkedInUrl?: string;
}

export interface OrganizationPage {
  readonly organization: Organization;
  readonly switchboard: Reachable | null;
  readonly contactsTotal: number;
}

export interface ContactsPage {
  readonly contacts: readonly Contact[];
  readonly nextCursor: string | null;
  readonly total: number;
}

export interface Change {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: 'user' | 'token' | 'system'; readonly id: string | null; readonly name: string };
  readonly action: string;
  readonly accountId: string | null;
  readonly subject: { readonly kind: string; readonly id: string | null } | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Null while it is not known whether a change in another service was made. */
  readonly outcome?: 'done' | 'rejected' | null;
}

export interface Price {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  readonly credits: number;
}

export interface Audit {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly clean: boolean | null;
  readonly differences: number | null;
  readonly accounts: number | null;
}
