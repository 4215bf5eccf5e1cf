import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Logger } from '../telemetry/logger.js';
import { toDomainError } from '../errors/index.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import { traceIdOf, withServerSpan } from '../telemetry/tracing.js';
import { callersOf, type CallerTable } from './callers.js';
import type { AnyService, CallContext } from './contract.js';
import { withinDeadline } from './deadline.js';
import type { TlsIdentity } from './tls.js';

/** What every method of a server has in common, whether a call came alone or on a stream. */
export interface HandlerOptions {
  readonly logger: Logger;
  readonly metrics?: RpcMetrics;
  readonly tls?: TlsIdentity | undefined;
  readonly callers?: CallerTable;
}

/** A served method. */
export interface Handler {
  readonly method: ServiceDefinition[string];
  /** Returns false, and logs the refusal, when the owner of these names may not call the method. */
  isAllowed(names: readonly string[]): boolean;
  /** Runs the method within the call's deadline: traced, counted, and logged when it fails. */
  handle(request: object, call: CallContext): Promise<object>;
}

export function createHandler(
  method: ServiceDefinition[string],
  implement: AnyService[string],
  options: HandlerOptions,
): Handler {
  const { path } = method;
  return {
    method,
    isAllowed: callerCheck(path, options),
    async handle(request, call) {
      const work = withServerSpan(path, call, (traced) =>
        withinDeadline(traced, path, () => implement(request, traced)),
      );
      try {
        return await (options.metrics === undefined ? work : options.metrics.start()(path, work));
      } catch (error) {
        logFailure(options.logger, path, call, error);
        throw error;
      }
    },
  };
}

/**
 * Returns the check of who calls this method. It accepts everybody without TLS, as there is no name
 * to check.
 */
function callerCheck(path: string, { tls, callers = {}, logger }: HandlerOptions): Handler['isAllowed'] {
  if (tls === undefined) return () => true;
  const allowed = new Set(callersOf(callers, path));
  return (names) => {
    if (names.some((name) => allowed.has(name))) return true;
    logger.warn({ rpc: path, caller: names, allowed: [...allowed] }, 'rpc refused: this caller may not call it');
    return false;
  };
}

/** Logs a failure whose cause the caller does not see. */
export function logFailure(logger: Logger, path: string, call: CallContext, error: unknown): void {
  const domainError = toDomainError(error);
  if (domainError.kind.httpStatus < 500) return;
  const traceId = call.traceparent === undefined ? undefined : traceIdOf(call.traceparent);
  logger.error({ err: domainError, rpc: path, traceId }, 'rpc failed');
}
