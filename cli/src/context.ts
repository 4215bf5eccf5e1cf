import type { AdminClient } from './admin-client.js';
import type { Environment } from './config.js';
import type { Output, Streams } from './output.js';

/**
 * The dependencies of the commands. A command looks for the service when it first needs it, so help
 * and wrong usage work without one.
 */
export interface Context {
  readonly env: Environment;
  readonly streams: Streams;
  /** Connects to the admin API. Throws CommandError when there is no service to find. */
  admin(): Promise<AdminClient>;
  wantsJson(): boolean;
  /** Returns the output in the format that `--json` selects. */
  output(): Output;
}
