import type { Clocks } from '../clocks.js';
import type { FaultyDatabase } from '../database.js';
import type { FaultyInstallation } from '../installation.js';
import type { Random } from '../random.js';
import type { Supervisor } from '../supervisor.js';
import type { LostResponses } from './responses.js';

/** What a fault can be done to. */
export interface Surroundings {
  readonly random: Random;
  readonly supervisor: Supervisor;
  readonly installation: FaultyInstallation;
  readonly database: FaultyDatabase;
  readonly clocks: Clocks;
  readonly lostResponses: LostResponses;
  /** The accounts for which something is asked just now. */
  readonly active: () => readonly string[];
  readonly violations: string[];
}

/** Does a thing that can go wrong; answers what it was, or `undefined` when there was nothing to do it to. */
export type Fault = (surroundings: Surroundings) => Promise<string | undefined> | string | undefined;

/** Faults of one kind, with how often each happens relative to all others. */
export type Injector = readonly (readonly [weight: number, fault: Fault])[];

/** The name of what a replica is one of. */
export function kindOf(name: string): string {
  return name.replace(/-\d$/, '');
}
