import { statement } from '@prospecting/platform/postgres';
import type { PlannedSubject } from '../pricing/plan.js';
import type { RevealedTuple } from './commit-attempt.js';

/** An operation that has committed: what it planned, and what its attempt then revealed and cost. */
export interface OperationRow {
  readonly planned: readonly PlannedSubject[];
  readonly reveals: readonly RevealedTuple[];
  readonly millicredits: number;
  readonly at: Date;
}

/** One operation of an account. Locks nothing. Served by operations_pkey and attempts_pkey. */
export const selectOperation = statement<[accountId: string, operationId: Buffer], OperationRow>(
  'reveal_select_operation',
  `select operations.planned, attempts.reveals, attempts.millicredits, operations.at
  from reveal.operations
  join reveal.attempts on attempts.account_id = operations.account_id and attempts.attempt_id = operations.attempt_id
  where operations.account_id = $1 and operations.operation_id = $2`,
);
