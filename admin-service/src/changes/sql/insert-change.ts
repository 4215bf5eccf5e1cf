import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts a line of the trail, at the database's time, unless it is there. Locks the new row. Served
 * by changes_pkey.
 */
export const insertChange = statement<
  readonly [
    id: string,
    actorKind: string,
    actorId: string | null,
    actorName: string,
    action: string,
    accountId: string | null,
    subjectKind: string | null,
    subjectId: string | null,
    details: string,
    awaitsOutcome: boolean,
  ],
  never
>(
  'accounts_insert_change',
  `insert into accounts.changes
     (id, actor_kind, actor_id, actor_name, action, account_id, subject_kind, subject_id, details, awaits_outcome)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10)
   on conflict on constraint changes_pkey do nothing`,
);
