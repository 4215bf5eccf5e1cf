import type { Service } from '@prospecting/platform/grpc';
import type { reveal as protos } from '@prospecting/protos';
import type { OrderDependencies, SpendingDependencies } from '../spending/dependencies.js';
import { createRecordsReader } from '../spending/records-reader.js';
import { createRecovery, type Recovery, type RecoveryOptions } from '../spending/recovery.js';
import {
  createSettlementQueue,
  type SettlementQueue,
  type SettlementQueueOptions,
} from '../spending/settlement-queue.js';
import { listAttempts } from './list-attempts.js';
import { listOperations } from './list-operations.js';
import { listReveals } from './list-reveals.js';
import { quote } from './quote.js';
import { reveal } from './reveal.js';
import { settleReservation } from './settle-reservation.js';

/** Spending, with what goes on behind its requests. */
export interface Spending {
  readonly spender: Service<protos.RevealSpenderDefinition>;
  readonly settlements: SettlementQueue;
  /** Not started. */
  readonly recovery: Recovery;
  /** Ends recovery, and what is still to be captured or released, within the limit. */
  stop(limitMs: number): Promise<void>;
}

/** Unmasks for credits: exactly once, all or nothing. */
export function createSpending(
  dependencies: SpendingDependencies,
  options: RecoveryOptions & SettlementQueueOptions,
): Spending {
  const settlements = createSettlementQueue(dependencies, options);
  const recovery = createRecovery(dependencies, options);
  return {
    spender: createRevealSpender({
      ...dependencies,
      readRecords: createRecordsReader(dependencies.directoryPool),
      settlements,
    }),
    settlements,
    recovery,
    async stop(limitMs) {
      await Promise.all([recovery.stop(limitMs), settlements.stop(limitMs)]);
    },
  };
}

function createRevealSpender(dependencies: OrderDependencies): Service<protos.RevealSpenderDefinition> {
  return {
    quote: (request, call) => quote(dependencies, request, call),
    reveal: (request, call) => reveal(dependencies, request, call),
    listAttempts: (request) => listAttempts(dependencies, request),
    listReveals: (request) => listReveals(dependencies, request),
    listOperations: (request) => listOperations(dependencies, request),
    settleReservation: (request, call) => settleReservation(dependencies, request, call),
  };
}
