import { statement } from '@prospecting/platform/postgres';

export interface ChangeRow {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: 'user' | 'token' | 'system';
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly accountId: string | null;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Null while it is not known whether the change was made. */
  readonly outcome: 'done' | 'rejected' | null;
}

/** A line with its outcome. */
const SELECTED = `
     c.id, c.at,
     c.actor_kind as "actorKind", c.actor_id as "actorId", c.actor_name as "actorName",
     c.action,
     c.account_id as "accountId",
     c.subject_kind as "subjectKind", c.subject_id as "subjectId",
     c.details,
     case when c.awaits_outcome then o.outcome else 'done' end as outcome
   from accounts.changes c
   left join accounts.change_outcomes o on o.change_id = c.id`;

/**
 * The lines that are older than the line `$1` (null: from the newest), of the period from `$3` to
 * before `$4` (null: open). The bounds are conditions of the index: as one with "or", the position
 * would have every page before it read again.
 */
const OLDER = `(c.at, c.id) < (
       case when $1::uuid is null then 'infinity'
         else (select a.at from accounts.changes a where a.id = $1::uuid) end,
       coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     )
     and c.at >= coalesce($3::timestamptz, '-infinity') and c.at < coalesce($4::timestamptz, 'infinity')`;

type Values = readonly [afterId: string | null, limit: number, since: Date | null, until: Date | null];

/** Selects a page of all lines, newest first. Uses changes_at_idx; locks nothing. */
export const selectChanges = statement<Values, ChangeRow>(
  'accounts_select_changes',
  `select ${SELECTED}
   where ${OLDER}
   order by c.at desc, c.id desc
   limit $2`,
);

/** The same of one account. Uses changes_account_idx; locks nothing. */
export const selectChangesOfAccount = statement<readonly [...Values, accountId: string], ChangeRow>(
  'accounts_select_changes_of_account',
  `select ${SELECTED}
   where c.account_id = $5 and ${OLDER}
   order by c.at desc, c.id desc
   limit $2`,
);

/** The same of one user. Uses changes_actor_idx; locks nothing. */
export const selectChangesOfActor = statement<readonly [...Values, actorId: string], ChangeRow>(
  'accounts_select_changes_of_actor',
  `select ${SELECTED}
   where c.actor_id = $5 and ${OLDER}
   order by c.at desc, c.id desc
   limit $2`,
);

/** The same of one user in one account. Uses changes_actor_idx; locks nothing. */
export const selectChangesOfActorInAccount = statement<
  readonly [...Values, actorId: string, accountId: string],
  ChangeRow
>(
  'accounts_select_changes_of_actor_in_account',
  `select ${SELECTED}
   where c.actor_id = $5 and c.account_id = $6 and ${OLDER}
   order by c.at desc, c.id desc
   limit $2`,
);
