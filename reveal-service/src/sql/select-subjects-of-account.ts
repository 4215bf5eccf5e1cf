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
 * Locks nothing. Served by reveals_pkey, reveals_value_hash_idx and owned_emails_pkey, with one
 * look-up for each value: "offset 0" keeps the planner from reading everything of the account instead.
 */
export const selectSubjectsOfAccount = statement<
  [accountId: string, contactIds: readonly string[], hashes: readonly Buffer[], emails: readonly string[]],
  FoundRow
>(
  'reveal_select_subjects_of_account',
  `select found.subject_id as "contactId", found.info_type as "infoType", found.revealed_at as "revealedAt",
    found.expires_at as "expiresAt", found.millicredits, null as email
  from unnest($2::uuid[]) as wanted (id)
  cross join lateral (
    select subject_id, info_type, revealed_at, expires_at, millicredits
    from reveal.reveals
    where account_id = $1 and subject_kind = 'contact' and subject_id = wanted.id
    offset 0
  ) as found
  union
  select found.subject_id, found.info_type, found.revealed_at, found.expires_at, found.millicredits, null
  from unnest($3::bytea[]) as wanted (hash)
  cross join lateral (
    select subject_id, info_type, revealed_at, expires_at, millicredits
    from reveal.reveals
    where account_id = $1 and value_hash = wanted.hash
    offset 0
  ) as found
  union all
  select null, null, null, null, null, owned.email
  from (select distinct email from unnest($4::text[]) as each (email)) as wanted
  cross join lateral (
    select email
    from reveal.owned_emails
    where account_id = $1 and email = wanted.email
    offset 0
  ) as owned`,
);
