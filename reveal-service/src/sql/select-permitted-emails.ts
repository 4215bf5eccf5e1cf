import { statement } from '@prospecting/platform/postgres';

/** A permitted address: the hash and the contact of a revealed one, or the text of an owned one. */
export interface PermittedEmailRow {
  readonly hash: Buffer | null;
  readonly email: string | null;
  readonly contactId: string | null;
}

/**
 * Returns the addresses by which one account may find people: those it revealed and those it owns.
 * `hashes` and `emails` are the same addresses. A reveal counts as soon as its row exists
 * (see `selectRevealed`).
 * Locks nothing. Served by reveals_value_hash_idx and owned_emails_pkey.
 */
export const selectPermittedEmails = statement<
  [accountId: string, hashes: readonly Buffer[], emails: readonly string[], now: Date],
  PermittedEmailRow
>(
  'reveal_select_permitted_emails',
  `select value_hash as hash, null as email, subject_id as "contactId"
  from reveal.reveals
  where account_id = $1 and value_hash = any ($2::bytea[])
    and expires_at > $4
  union all
  select null, email, null
  from reveal.owned_emails
  where account_id = $1 and email = any ($3::text[])`,
);
