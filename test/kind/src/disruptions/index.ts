import { CREDENTIALS } from './credentials.js';
import { DATA } from './data.js';
import type { Disruption } from './disruption.js';
import { NETWORK } from './network.js';
import { POD_DISRUPTIONS } from './pods.js';
import { ROLLOUTS } from './rollouts.js';

export type { Disruption, Scene } from './disruption.js';

/** In the order in which they run. */
export const DISRUPTIONS: readonly Disruption[] = [
  ...ROLLOUTS,
  ...POD_DISRUPTIONS,
  ...CREDENTIALS,
  ...NETWORK,
  ...DATA,
];
