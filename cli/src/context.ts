import type { AdminClient } from './admin-client.js';
import type { Environment } from './config.js';
import type { Output, OutputFormat, Streams } from './output.js';

/**
 * The dependencies of the commands. A command looks for the service when it first needs it, so help
 * and wrong usage work without one.
 */
export interface Context {
  readonly env: Environment;
  readonly streams: Streams;
  /** Connects to the admin API. Throws CommandError when there is no service to find. */
  admin(): Promise<AdminClient>;
  /** Returns the time, which tests shift. */
  now(): Date;
  /** Returns a signal that is aborted when a person presses Ctrl-C, which then ends nothing by itself. */
  interruption(): AbortSignal;
  wantsJson(): boolean;
  /** What `--json` and `--csv` select. */
  format(): OutputFormat;
  /** Returns the output in that format. */
  output(): Output;
}
