import type { Random } from '@prospecting/platform/random';
import type { Cluster } from '../cluster.js';
import type { Installed } from '../installed.js';
import type { LoadAccount } from '../load/accounts.js';
import type { Load } from '../load/load.js';
import type { Allowed } from '../load/tally.js';
import { REPLICAS, SERVICES, type Release } from '../release.js';

/** What a disruption may use. */
export interface Scene {
  readonly cluster: Cluster;
  readonly release: Release;
  readonly installed: Installed;
  readonly random: Random;
  /** The load that runs while the disruption does. */
  readonly load: Load;
  /** Every account of the load. */
  readonly accounts: readonly LoadAccount[];
  /** Ends the load, so that nothing is under way; and starts it again. */
  pauseLoad(): Promise<void>;
  resumeLoad(): void;
}

/** Something that is done to the installation while customers spend. */
export interface Disruption {
  readonly name: string;
  /** What may fail until `run` returns. */
  readonly allowed: Allowed;
  /** Does it, and returns once the installation has recovered. Throws what is wrong. */
  run(scene: Scene): Promise<void>;
}

/** Waits until every service has its pods and all of them are ready. */
export async function untilWhole({ cluster }: Pick<Scene, 'cluster'>): Promise<void> {
  for (const service of SERVICES) await cluster.untilReady(service, REPLICAS);
}

export function assert(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}
