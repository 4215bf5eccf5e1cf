import type { Clock } from '@prospecting/platform/clock';
import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import type { credits, reveal, search } from '@prospecting/protos';

/** The methods of other services that the admin API calls. */
export interface Upstream {
  readonly creditsReader: Pick<
    Service<credits.CreditsReaderDefinition>,
    'getBalances' | 'listAccounts' | 'listEntries' | 'listReservations'
  >;
  readonly creditsLedger: Pick<Service<credits.CreditsLedgerDefinition>, 'grant' | 'subscribe'>;
  readonly revealAdmin: Service<reveal.RevealAdminDefinition>;
}

/** The methods that only the console calls. They read, and never spend. */
export interface ConsoleUpstream {
  readonly revealViewer: Pick<
    Service<reveal.RevealViewerDefinition>,
    'viewContacts' | 'viewOrganizations' | 'viewSwitchboards'
  >;
  readonly search: Pick<Service<search.SearchServiceDefinition>, 'getContacts' | 'listContacts' | 'matchOrganizations'>;
}

/** What the admin API is built from. */
export interface AdminDependencies extends Upstream {
  /** Bearer tokens. Every request must carry one of them. */
  readonly tokens: readonly string[];
  /** Database of the schema `accounts`. */
  readonly pool: Pool;
  /** Database of the schema `edge`, which may be another one. Its request log is read. */
  readonly requestLogPool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Base URL of the problem types, without a slash at its end. */
  readonly docsUrl: string;
  /** Longest silence in the answer to an audit, in milliseconds. Default: 10,000. */
  readonly auditPulseMs?: number;
  /** Origin of the console. Undefined: there is none, so nobody gets a link to it. */
  readonly consoleUrl?: string | undefined;
}

/** What the console is built from. */
export type ConsoleDependencies = AdminDependencies & ConsoleUpstream;
