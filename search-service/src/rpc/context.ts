import type { Pool } from '@prospecting/platform/postgres';
import type { CursorCodec } from '../matching/cursor.js';

/** What the RPCs work with. */
export interface SearchContext {
  /** The directory, as a role that may only read what everyone may see. */
  readonly pool: Pool;
  readonly cursors: CursorCodec;
  /** The key under which sole traders' numbers are hashed. */
  readonly soleTraderKey: string;
}
