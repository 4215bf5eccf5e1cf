import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Logger } from '../telemetry/logger.js';
import { toDomainError } from '../errors/index.js';
import type { AnyService, Service } from './contract.js';
import { nextHop, withinDeadline } from './deadline.js';
import { uncapitalize } from './client.js';
import { logFailure } from './handler.js';

/**
 * Returns the service for callers in this process, with the deadlines and errors of the gRPC
 * transport and without its cost. As on the wire, internal text of an error stays behind.
 */
export function inProcess<Definition extends ServiceDefinition>(
  definition: Definition,
  service: Service<Definition>,
  logger: Logger,
): Service<Definition> {
  const target = service as unknown as AnyService;
  const wrapped: Record<string, AnyService[string]> = {};
  for (const [name, method] of Object.entries(definition)) {
    const key = uncapitalize(name);
    const implement = target[key];
    if (implement === undefined) throw new Error(`${method.path} is not implemented`);
    wrapped[key] = async (request, call) => {
      const hop = nextHop(call);
      try {
        return await withinDeadline(hop, method.path, () => implement.call(target, request, hop));
      } catch (error) {
        logFailure(logger, method.path, hop, error);
        throw toDomainError(error);
      }
    };
  }
  return wrapped as Service<Definition>;
}
