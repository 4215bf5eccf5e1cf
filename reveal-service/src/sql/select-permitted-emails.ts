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
 * Locks nothing. Served by reveals_value_hash_idx and owned_emails_pkey, with one look-up for each
 * address: "offset 0" keeps the planner from reading everything of the account instead.
 */
export const selectPermittedEmails = statement<
  [accountId: string, hashes: readonly Buffer[], emails: readonly string[], now: Date],
  PermittedEmailRow
>(
  'reveal_select_permitted_emails',
  `select revealed.value_hash as hash, null as email, revealed.subject_id as "contactId"
  from (select distinct hash from unnest($2::bytea[]) as each (hash)) as wanted
  cross join lateral (
    select value_hash, subject_id
    from reveal.reveals
    where account_id = $1 and value_hash = wanted.hash and expires_at > $4
    offset 0
  ) as revealed
  union all
  select null, owned.email, null
  from (select distinct email from unnest($3::text[]) as each (email)) as wanted
  cross join lateral (
    select email
    from reveal.owned_emails
    where account_id = $1 and email = wanted.email
    offset 0
  ) as owned`,
);
