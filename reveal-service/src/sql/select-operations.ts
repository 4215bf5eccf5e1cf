import { statement } from '@prospecting/platform/postgres';

/** An operation, and what an audit compares it with. */
export interface AuditedOperationRow {
  /** In hex. */
  readonly operationId: string;
  readonly attemptId: string;
  readonly at: Date;
  /** The planned price of what its attempt revealed. */
  readonly plannedMillicredits: number;
  /** The price that its attempt states; null without a committed attempt. */
  readonly attemptMillicredits: number | null;
  /** When the attempt committed; null as above. */
  readonly attemptAt: Date | null;
}

/**
 * Returns a page of an account's operations, by operation_id. Only the part of a plan that its
 * attempt revealed counts: another request revealed the rest in the meantime, so it was free. Reads
 * the stored plan by its stored names (`StoredPlan`).
 *
 * Locks nothing. Served in order by operations_pkey, and for each operation by attempts_pkey.
 */
export const selectOperations = statement<
  [accountId: string, afterOperationId: Buffer, limit: number],
  AuditedOperationRow
>(
  'reveal_select_operations',
  `select
    encode(operations.operation_id, 'hex') as "operationId",
    operations.attempt_id as "attemptId",
    operations.at,
    (
      select coalesce(sum((wanted ->> 'millicredits')::bigint), 0)::bigint
      from jsonb_array_elements(operations.planned) as subject,
        jsonb_array_elements(subject -> 'infoTypes') as wanted
      where exists (
        select 1
        from jsonb_array_elements(attempts.reveals) as revealed
        where revealed ->> 0 = subject ->> 'kind'
          and revealed ->> 1 = subject ->> 'subjectId'
          and revealed ->> 2 = wanted ->> 'infoType'
      )
    ) as "plannedMillicredits",
    attempts.millicredits as "attemptMillicredits",
    attempts.at as "attemptAt"
  from (
    select account_id, operation_id, attempt_id, planned, at
    from reveal.operations
    where account_id = $1 and operation_id > $2
    order by operation_id
    limit $3
  ) as operations
  -- The limit makes it one look-up for each, also for an account among many smaller ones.
  left join lateral (
    select millicredits, at, reveals
    from reveal.attempts
    where account_id = operations.account_id and attempt_id = operations.attempt_id and state = 'committed'
    limit 1
  ) as attempts on true
  order by operations.operation_id`,
);
