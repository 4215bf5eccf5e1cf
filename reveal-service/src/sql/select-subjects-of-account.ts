import { statement } from '@prospecting/platform/postgres';

export interface FoundRow {
  /** Null for an owned address. */
  readonly contactId: string | null;
  readonly infoType: string | null;
  readonly revealedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly millicredits: number | null;
  /** Null for a reveal. */
  readonly email: string | null;
}

/**
 * Returns what one account revealed of contacts or addresses, and which of the addresses it owns.
 * Locks nothing. Served by reveals_pkey, reveals_value_hash_idx and owned_emails_pkey.
 */
export const selectSubjectsOfAccount = statement<
  [accountId: string, contactIds: readonly string[], hashes: readonly Buffer[], emails: readonly string[]],
  FoundRow
>(
  'reveal_select_subjects_of_account',
  `select subject_id as "contactId", info_type as "infoType", revealed_at as "revealedAt", expires_at as "expiresAt",
    millicredits, null as email
  from reveal.reveals
  where account_id = $1 and subject_kind = 'contact' and subject_id = any ($2::uuid[])
  union
  select subject_id, info_type, revealed_at, expires_at, millicredits, null
  from reveal.reveals
  where account_id = $1 and value_hash = any ($3::bytea[])
  union all
  select null, null, null, null, null, email
  from reveal.owned_emails
  where account_id = $1 and email = any ($4::text[])`,
);
