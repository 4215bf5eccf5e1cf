import { fromTimestamp } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { Difference, Problem } from './difference.js';

/** Compares a reveal with the attempt that paid for it. */
export function compareReveal(record: reveal.RevealRecord): Difference[] {
  const { subject, subjectId, infoType, attemptId, millicredits } = record;
  const name = { reservationId: attemptId, reveal: { subject, subjectId, infoType } };
  const expiry = compareFact('reveal_expiry_differs', toDate(record.dueToExpireAt), toDate(record.expiresAt));
  // An absent field is null over gRPC and undefined in one process.
  const paid = record.attemptMillicredits ?? null;
  const facts =
    paid === null
      ? [{ problem: 'reveal_without_attempt', expected: null, found: millicredits } as const]
      : [
          ...compareFact('reveal_other_price', paid, millicredits),
          ...compareFact('reveal_time_differs', toDate(record.attemptAt), toDate(record.revealedAt)),
        ];
  return [...facts, ...expiry].map((fact) => Object.assign(fact, name));
}

/** Compares what an operation planned, and answers to retries, with what its attempt did. */
export function compareOperation(record: reveal.OperationRecord): Difference[] {
  const name = { reservationId: record.attemptId, operationId: record.operationId };
  const cost = record.attemptMillicredits ?? null;
  const facts =
    cost === null
      ? [{ problem: 'operation_without_attempt', expected: null, found: record.plannedMillicredits } as const]
      : [
          ...compareFact('operation_other_amount', cost, record.plannedMillicredits),
          ...compareFact('operation_time_differs', toDate(record.attemptAt), toDate(record.at)),
        ];
  return facts.map((fact) => Object.assign(fact, name));
}

function compareFact(problem: Problem, expected: number | Date | null, found: number | Date | null): Difference[] {
  return valueOf(expected) === valueOf(found) ? [] : [{ problem, expected, found }];
}

function valueOf(fact: number | Date | null): number | null {
  return fact instanceof Date ? fact.getTime() : fact;
}

function toDate(time: reveal.RevealRecord['revealedAt'] | undefined): Date | null {
  return time ? fromTimestamp(time) : null;
}
