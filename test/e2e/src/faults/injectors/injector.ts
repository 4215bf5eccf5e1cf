import type { Random } from '@prospecting/platform/random';
import type { Clocks } from '../clocks.js';
import type { FaultyDatabase } from '../database.js';
import type { FaultyInstallation } from '../installation.js';
import type { Supervisor } from '../supervisor.js';
import type { LostResponses } from './lost-responses.js';

/** Everything on which a fault can act. */
export interface FaultContext {
  readonly random: Random;
  readonly supervisor: Supervisor;
  readonly installation: FaultyInstallation;
  readonly database: FaultyDatabase;
  readonly clocks: Clocks;
  readonly lostResponses: LostResponses;
  /** Returns the accounts that have a request under way. */
  readonly active: () => readonly string[];
  readonly violations: string[];
}

/** Injects one fault. Returns its name, or undefined when there was nothing to act on. */
export type Fault = (context: FaultContext) => Promise<string | undefined> | string | undefined;

/** Faults of one kind, each with a weight relative to all others. */
export type Injector = readonly (readonly [weight: number, fault: Fault])[];

/** Returns the service of a replica. */
export function kindOf(name: string): string {
  return name.replace(/-\d$/, '');
}
