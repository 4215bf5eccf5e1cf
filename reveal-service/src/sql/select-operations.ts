import { statement } from '@prospecting/platform/postgres';

/** An operation, and what an audit compares it with. */
export interface AuditedOperation {
  /** In hex. */
  readonly operationId: string;
  readonly attemptId: string;
  readonly at: Date;
  /** What it planned that the reveals of its attempt cost. */
  readonly plannedMillicredits: number;
  /** What its attempt says that it cost; null: there is no such attempt, or it is not committed. */
  readonly attemptMillicredits: number | null;
  /** When the attempt committed; null as above. */
  readonly attemptAt: Date | null;
}

/**
 * A page of an account's operations, by operation_id. Of a plan only what the attempt revealed
 * counts: the rest was revealed by another request meanwhile, and cost nothing.
 *
 * Locks nothing. Served in order by operations_pkey, and for each operation by attempts_pkey.
 */
export const selectOperations = statement<
  [accountId: string, afterOperationId: Buffer, limit: number],
  AuditedOperation
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
  from reveal.operations
  left join reveal.attempts
    on attempts.account_id = operations.account_id
    and attempts.attempt_id = operations.attempt_id
    and attempts.state = 'committed'
  where operations.account_id = $1 and operations.operation_id > $2
  order by operations.operation_id
  limit $3`,
);
