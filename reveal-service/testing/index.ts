import { randomUUID } from 'node:crypto';
import type { Queryable } from '@prospecting/platform/postgres';
import { emailHash, revealExpiry } from '#src/masking/reveal-record.js';
import type { Subject } from '#src/subjects.js';

/** A reveal to put on record. */
export interface SeededReveal {
  readonly accountId: string;
  readonly subject: Subject;
  readonly subjectId: string;
  readonly infoType: 'email' | 'phone' | 'details';
  readonly revealedAt: Date;
  /** The revealed address. Required for a contact's e-mail. */
  readonly email?: string;
}

/** Inserts reveals, for tests of what reads them. `on` needs more rights than the service has. */
export async function seedReveals(on: Queryable, reveals: readonly SeededReveal[]): Promise<void> {
  for (const { accountId, subject, subjectId, infoType, revealedAt, email } of reveals) {
    const hash = email === undefined ? null : emailHash(accountId, email);
    await on.query(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
      values ($1, $2, $3, $4, $5, $6, 200, $7, $8)`,
      [accountId, subject, subjectId, infoType, revealedAt, revealExpiry(revealedAt), randomUUID(), hash],
    );
  }
}
