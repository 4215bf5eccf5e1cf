import type { CreditsLedgerDefinition } from './generated/prospecting/credits/v1/CreditsLedger.js';
import type { CreditsReaderDefinition } from './generated/prospecting/credits/v1/CreditsReader.js';
import type { RevealAdminDefinition } from './generated/prospecting/reveal/v1/RevealAdmin.js';
import type { RevealSpenderDefinition } from './generated/prospecting/reveal/v1/RevealSpender.js';
import type { RevealViewerDefinition } from './generated/prospecting/reveal/v1/RevealViewer.js';
import type { SearchServiceDefinition } from './generated/prospecting/search/v1/SearchService.js';

/** The deployables. The certificate of each has its name as a DNS subject alternative name. */
export type ServiceName = 'gateway' | 'admin-service' | 'search-service' | 'reveal-service' | 'credits-service';

/** The methods of a service, without the index signature that every generated definition has. */
type MethodOf<Definition> = keyof { [Name in keyof Definition as string extends Name ? never : Name]: unknown };

/**
 * One list for the whole service, or a list for every method: the compiler names a method that is
 * missing.
 */
type CallersOf<Definition> = readonly ServiceName[] | Readonly<Record<MethodOf<Definition>, readonly ServiceName[]>>;

interface Callers {
  readonly 'prospecting.search.v1.SearchService': CallersOf<SearchServiceDefinition>;
  readonly 'prospecting.reveal.v1.RevealViewer': CallersOf<RevealViewerDefinition>;
  readonly 'prospecting.reveal.v1.RevealSpender': CallersOf<RevealSpenderDefinition>;
  readonly 'prospecting.reveal.v1.RevealAdmin': CallersOf<RevealAdminDefinition>;
  readonly 'prospecting.credits.v1.CreditsReader': CallersOf<CreditsReaderDefinition>;
  readonly 'prospecting.credits.v1.CreditsLedger': CallersOf<CreditsLedgerDefinition>;
}

/**
 * Who may call what. Servers enforce this table by the name in the caller's certificate; a method
 * that it does not name can be called by nobody. Keep it as narrow as the calls that the code
 * makes.
 */
export const CALLERS = {
  // The console shows an account what its keys could read: decision 25.
  'prospecting.search.v1.SearchService': {
    MatchOrganizations: ['gateway', 'admin-service'],
    ListContacts: ['gateway', 'admin-service'],
    GetContacts: ['gateway', 'admin-service'],
    MatchPeople: ['gateway'],
  },

  'prospecting.reveal.v1.RevealViewer': {
    ViewOrganizations: ['gateway', 'admin-service'],
    ViewContacts: ['gateway', 'admin-service'],
    ViewSwitchboards: ['gateway', 'admin-service'],
    FindContactsByEmail: ['gateway'],
  },
  'prospecting.reveal.v1.RevealSpender': ['gateway'],
  'prospecting.reveal.v1.RevealAdmin': ['admin-service'],

  'prospecting.credits.v1.CreditsReader': {
    GetBalances: ['gateway', 'reveal-service', 'admin-service'],
    ListAccounts: ['admin-service'],
    ListEntries: ['admin-service'],
    ListReservations: ['admin-service'],
    // Recovery resolves what a crash left pending.
    ListPendingReservations: ['reveal-service'],
  },
  'prospecting.credits.v1.CreditsLedger': {
    Grant: ['admin-service'],
    Subscribe: ['admin-service'],
    Reserve: ['reveal-service'],
    Capture: ['reveal-service'],
    Release: ['reveal-service'],
  },
} as const satisfies Callers;
