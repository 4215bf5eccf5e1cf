import type { AdminClient } from './admin-client.js';
import type { Environment } from './config.js';
import type { Output, Streams } from './output.js';

/** What commands work with. The service is looked for when a command first needs it, so that help and wrong usage need none. */
export interface Context {
  readonly env: Environment;
  readonly streams: Streams;
  admin(): Promise<AdminClient>;
  wantsJson(): boolean;
  /** In the form that --json chose. */
  output(): Output;
}
