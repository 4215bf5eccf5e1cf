import { statement } from '@prospecting/platform/postgres';

/** A committed attempt, and what an audit compares it with. */
export interface AuditedAttemptRow {
  readonly attemptId: string;
  /** The sum of the prices of its reveals. */
  readonly millicredits: number;
  /** The price that the attempt itself states. */
  readonly statedMillicredits: number;
  /** The number of its reveals that are not on record and that no later reveal replaced. */
  readonly missingReveals: number;
}

/**
 * Returns a page of an account's committed attempts, by attempt_id. The statement adds the prices
 * up itself, so that an audit does not compare a stored sum with itself. A reveal is on record
 * under its attempt at its price, or was revealed again after its year (as `revealExpiry` computes
 * it), or is past its year and was deleted when the ids of the attempt were replaced.
 *
 * Locks nothing. Served in order by attempts_pkey, and for each reveal by reveals_pkey.
 */
export const selectCommittedAttempts = statement<
  [accountId: string, afterAttemptId: string, limit: number],
  AuditedAttemptRow
>(
  'reveal_select_committed_attempts',
  `select
    attempts.attempt_id as "attemptId",
    attempts.millicredits as "statedMillicredits",
    revealed.millicredits,
    revealed.missing as "missingReveals"
  -- The page comes first: otherwise the planner may look up every attempt's reveals before it sorts.
  from (
    select account_id, attempt_id, millicredits, reveals, at, anonymized_at
    from reveal.attempts
    where account_id = $1 and attempt_id > $2 and state = 'committed'
    order by attempt_id
    limit $3
  ) as attempts
  cross join lateral (
    select
      coalesce(sum((each ->> 3)::bigint), 0)::bigint as millicredits,
      (count(*) filter (where (
        (reveals.attempt_id = attempts.attempt_id and reveals.millicredits = (each ->> 3)::bigint)
        or (
          reveals.attempt_id <> attempts.attempt_id
          and reveals.revealed_at >= (attempts.at at time zone 'UTC' + interval '1 year') at time zone 'UTC'
        )
        -- Past its year: deleted with its ids.
        or (attempts.anonymized_at is not null and reveals.account_id is null)
      ) is not true))::int as missing
    from jsonb_array_elements(attempts.reveals) as each
    -- The limit makes it one look-up for each. As a plain join of an account among many smaller ones, it reads all
    -- reveals of the account for each attempt.
    left join lateral (
      select account_id, attempt_id, millicredits, revealed_at
      from reveal.reveals
      where account_id = attempts.account_id
        and subject_kind = each ->> 0
        and subject_id = (each ->> 1)::uuid
        and info_type = each ->> 2
      limit 1
    ) as reveals on true
  ) as revealed
  order by attempts.attempt_id`,
);
