import type { Service } from '@prospecting/platform/grpc';
import type { reveal as protos } from '@prospecting/protos';
import type { OrderDependencies, ResolutionQueue, SpendingDependencies } from '../spending/dependencies.js';
import { createDirectoryLoader } from '../spending/directory-loader.js';
import { createRecovery, type Recovery, type RecoveryOptions } from '../spending/recovery.js';
import { createResolutionQueue, type ResolutionQueueOptions } from '../spending/resolution-queue.js';
import { createSpendMetrics } from '../spending/spend-metrics.js';
import { quote } from './quote.js';
import { reveal } from './reveal.js';

/** RevealSpender, with what runs behind its requests. */
export interface Spending {
  readonly spender: Service<protos.RevealSpenderDefinition>;
  readonly resolutions: ResolutionQueue;
  /** Not started. */
  readonly recovery: Recovery;
  /** Stops recovery and the resolution queue, within `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Builds RevealSpender, its resolution queue and its recovery. */
export function createSpending(
  dependencies: SpendingDependencies,
  options: RecoveryOptions & ResolutionQueueOptions,
): Spending {
  const resolutions = createResolutionQueue(dependencies, options);
  const recovery = createRecovery(dependencies, options);
  return {
    spender: createRevealSpender({
      ...dependencies,
      directoryLoader: createDirectoryLoader(dependencies.directoryPool),
      resolutions,
      metrics: createSpendMetrics(dependencies),
    }),
    resolutions,
    recovery,
    async stop(limitMs) {
      await Promise.all([recovery.stop(limitMs), resolutions.stop(limitMs)]);
    },
  };
}

function createRevealSpender(dependencies: OrderDependencies): Service<protos.RevealSpenderDefinition> {
  const { metrics } = dependencies;
  return {
    quote: (request, call) => metrics.observe('dry_run', quote(dependencies, request, call)),
    reveal: (request, call) => metrics.observe('ok', reveal(dependencies, request, call)),
  };
}
