import type { DatabaseUrls, Stack, StackOptions, StackSecrets } from '@prospecting/embedded';
import type { ManualClock } from '@prospecting/platform/testing';
import type { SeededReveal } from '@prospecting/reveal-service/testing';
import type { Admin } from './admin.js';
import type { Customer } from './customer.js';
import type { ImportRecords } from './seed.js';
import type { Speaker } from './speaker.js';

/** `elsewhere`: an installation that somebody else started. */
export type Transport = 'in-process' | 'grpc' | 'elsewhere';

/**
 * A whole installation: five real services on a real database, behind a real HTTP listener. The
 * members that say what they need throw elsewhere; a test that uses them declares it with `itNeeds`.
 */
export interface Installation extends Speaker {
  readonly transport: Transport;
  /** The origin, without the path of the version. */
  readonly publicUrl: string;
  /** Origin of the links to organizations. */
  readonly appUrl: string;
  readonly admin: Admin;
  readonly adminToken: string;
  /** Returns the business time of every service. */
  now(): Date;
  /** Imports records, as an operator does. */
  load(records: ImportRecords): Promise<void>;
  /**
   * Returns another gateway on the same database: a second one, or elsewhere whichever one a
   * connection of its own leads to.
   */
  anotherGateway(): Promise<Installation>;
  /** Business time of every service. It changes only when a test moves it. Needs `clock`. */
  readonly clock: ManualClock;
  /** Needs `neighbor`. */
  readonly secrets: StackSecrets;
  /** Needs `tables`. */
  readonly databases: DatabaseUrls;
  /** Every line that the services have logged. Needs `log`. */
  logLines(): readonly string[];
  /** Writes a reveal of any time, in the form in which a spend writes it. Needs `tables`. */
  revealedAt(at: Date, customer: Customer, reveal: Omit<SeededReveal, 'accountId' | 'revealedAt'>): Promise<void>;
  /** Returns the tables with a row that contains a text, as text or as bytes. Needs `tables`. */
  tablesHolding(text: string): Promise<readonly string[]>;
  /**
   * Changes records past every trigger and foreign key, as an operator's mistake could. Needs
   * `tables`.
   */
  tamper(text: string, values: readonly unknown[]): Promise<void>;
  /** Starts another installation on the same database, with the clock and log of this one. Needs `neighbor`. */
  alongside(differences: Differences): Promise<Installation>;
}

/** How an installation differs from the one beside it. */
export interface Differences {
  readonly secrets?: Partial<StackSecrets>;
  readonly databases?: Partial<DatabaseUrls>;
  readonly redisUrl?: string;
  /** Starts it. Default: all services in one process. */
  readonly start?: (options: StackOptions) => Promise<Stack>;
}
