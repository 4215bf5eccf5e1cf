import { statement } from '@prospecting/platform/postgres';
import type { Session } from '../import/session.js';

/** Key of the advisory lock between merges of contacts and erasures. Any constant works. */
const SUPPRESSION_LOCK = 5_128_807;

/** Shared by imports: none of them begins to merge while an erasure runs. */
const lockShared = statement<readonly [key: number], never>(
  'directory_lock_suppressions_shared',
  `select pg_advisory_xact_lock_shared($1)`,
);

/** Exclusive for an erasure: it begins when no import is merging contacts. */
const lockExclusive = statement<readonly [key: number], never>(
  'directory_lock_suppressions',
  `select pg_advisory_xact_lock($1)`,
);

/**
 * Holds erasures back until the transaction ends. A merge takes this lock before it reads
 * suppressions and before it locks any row, so an erasure either sees what the merge wrote, or the
 * merge sees the suppression.
 */
export async function holdErasures(session: Session): Promise<void> {
  await session.query({ ...plain(lockShared), values: [SUPPRESSION_LOCK] });
}

/** Holds merges of contacts, and other erasures, back until the transaction ends. */
export async function holdMerges(session: Session): Promise<void> {
  await session.query({ ...plain(lockExclusive), values: [SUPPRESSION_LOCK] });
}

function plain({ name, text }: { name: string; text: string }): { name: string; text: string } {
  return { name, text };
}
