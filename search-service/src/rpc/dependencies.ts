import type { Pool } from '@prospecting/platform/postgres';
import type { CursorCodec } from '../matching/cursor.js';

/** What the RPCs need. */
export interface SearchDependencies {
  /** Connects to the directory as a role that can read only public fields. */
  readonly pool: Pool;
  readonly cursors: CursorCodec;
  /** The key under which sole traders' numbers are hashed. */
  readonly soleTraderKey: string;
}
