import { startGuardedClock, systemClock, type RunningGuardedClock } from '../clock/index.js';
import { createServer, type GrpcServer, type ServedService } from '../grpc/index.js';
import type { Running } from '../lifecycle/index.js';
import { createPool, type Pool, type PoolOptions } from '../postgres/index.js';
import {
  collectDefaultMetrics,
  createLogger,
  createOperationsHandler,
  createRpcMetrics,
  listenForOperations,
  Registry,
  startTracing,
  type Listener,
  type Logger,
  type ReadinessCheck,
} from '../telemetry/index.js';
import type { DatabaseConfig, ServingConfig } from './config.js';

/** What a service is given to build itself from. */
export interface ServingContext {
  /** The service's name; its database connections and log lines carry it. */
  readonly name: string;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** A built service: what it serves, what it needs to be ready, and how it ends. */
export interface Application {
  readonly services: readonly ServedService[];
  /** By name, as /readyz shows them. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Stops background work and closes pools and clients. Called once, when no call is in flight any more. */
  close(): Promise<void>;
}

/** A served application, with the ports it got. */
export interface Serving extends Running {
  readonly grpcPort: number;
  readonly adminPort: number;
}

/** Kept back from the time for draining, so that pools and telemetry still close in order. */
const CLOSING_SHARE = 0.25;

/**
 * Serves an application over gRPC, with its admin listener, metrics and tracing. Hand it to `runService`.
 * Stopping goes: not ready, drain the calls in flight, close the application, flush telemetry and log.
 */
export async function serveGrpc(
  name: string,
  config: ServingConfig,
  build: (context: ServingContext) => Application,
): Promise<Serving> {
  const logger = createLogger({ service: name, level: config.logLevel });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopTracing = await startTracing(name, config.otlpEndpoint);
  const application = build({ name, logger, registry });
  const server = createServer({
    services: application.services,
    logger,
    metrics: createRpcMetrics(registry, 'server'),
  });
  let stopping = false;
  const checks = { ...application.checks, serving: () => Promise.resolve(!stopping) };
  let admin: Listener | undefined;

  const stop = async (limitMs: number): Promise<void> => {
    stopping = true;
    await stopInOrder({ server, application, admin, stopTracing, logger }, limitMs);
  };

  try {
    admin = await listenForOperations(
      createOperationsHandler({ registry, checks }),
      config.adminHost,
      config.adminPort,
    );
    const grpcPort = await server.listen(config.grpcListen);
    logger.info({ grpcPort, adminPort: admin.port }, 'serving');
    return { logger, grpcPort, adminPort: admin.port, stop };
  } catch (error) {
    // A port that is taken must not leave connections behind.
    await stop(0);
    throw error;
  }
}

interface Parts {
  readonly server: GrpcServer;
  readonly application: Application;
  readonly admin: Listener | undefined;
  readonly stopTracing: () => Promise<void>;
  readonly logger: Logger;
}

async function stopInOrder(parts: Parts, limitMs: number): Promise<void> {
  parts.server.stopServing();
  await parts.server.drain(limitMs * (1 - CLOSING_SHARE));
  await parts.application.close();
  await parts.stopTracing();
  // Last of the listeners: while calls drain, /readyz must say that this process is going.
  await parts.admin?.close();
  await new Promise<void>((resolve) => parts.logger.flush(() => resolve()));
}

/** The service's pool, with its metrics registered and the errors of its idle connections logged. */
export function openDatabase(
  config: DatabaseConfig,
  context: ServingContext,
  options: Pick<PoolOptions, 'lockTimeoutMs'> = {},
): Pool {
  return createPool({
    ...options,
    connectionString: config.url,
    applicationName: context.name,
    maxConnections: config.poolSize,
    registry: context.registry,
    onIdleError: (error) => context.logger.warn({ err: error }, 'idle database connection lost'),
  });
}

/** Business time that is checked against the service's own database; `name` labels its metric. */
export function openGuardedClock(pool: Pool, context: ServingContext): RunningGuardedClock {
  return startGuardedClock({ clock: systemClock, pool, ...context });
}

/** The application, ready only while its clock is right; closing it stops the clock first. */
export function withGuardedClock<Built extends Application>(application: Built, clock: RunningGuardedClock): Built {
  return {
    ...application,
    checks: { ...application.checks, clock: clock.isInStep },
    close: async () => {
      clock.stop();
      await application.close();
    },
  };
}

/** A readiness check: the database answers. */
export function databaseAnswers(pool: Pool): ReadinessCheck {
  return async () => {
    await pool.query('select 1');
    return true;
  };
}
