import type { CursorCodec } from '../matching/cursor.js';
import type { DirectoryReader } from '../replicas/directory-reader.js';

/** What the RPCs need. */
export interface SearchDependencies {
  /** Reads the directory as a role that can read only public fields. */
  readonly directory: DirectoryReader;
  readonly cursors: CursorCodec;
  /** The key under which sole traders' numbers are hashed. */
  readonly soleTraderKey: string;
}
