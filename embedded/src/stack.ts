import { availableParallelism } from 'node:os';
import { service as adminService } from '@prospecting/admin-service';
import { service as creditsService } from '@prospecting/credits-service';
import { BASE_PATH, service as gateway } from '@prospecting/gateway';
import type { GuardedClock } from '@prospecting/platform/clock';
import { freePort } from '@prospecting/platform/ports';
import {
  createGrpcTransport,
  createInProcessTransport,
  serve,
  type Application,
  type ServiceModule,
  type Serving,
  type ServingConfig,
} from '@prospecting/platform/serving';
import {
  collectDefaultMetrics,
  createLogger,
  createRpcMetrics,
  Registry,
  registerBuildInfo,
  STOPPING,
  type Logger,
  type ReadinessCheck,
} from '@prospecting/platform/telemetry';
import { service as revealService } from '@prospecting/reveal-service';
import { service as searchService } from '@prospecting/search-service';
import { urlHost } from './config.js';
import type { DatabaseUrls } from './databases.js';
import {
  consoleUrlOf,
  serviceEnvironments,
  type Environment,
  type GrpcAddresses,
  type StackSecrets,
} from './environments.js';

/**
 * Default number of connections in each pool: enough for the cores of this machine and for commits
 * that wait for the disk. More connections only take turns on the same cores, each with its own
 * caches: on two cores, spends took 5 to 10 % less CPU with three to five connections than with six
 * or ten, in interleaved runs. At least 4, because one request can have three statements in flight.
 * At most 20, because all pools share a server with 200 connections.
 */
export const LOCAL_POOL_SIZE = Math.max(4, Math.min(20, availableParallelism() + 2));

/** How services call each other: as functions in this process, or over gRPC as on a cluster. */
export type Transport = 'in-process' | 'grpc';

export interface StackOptions {
  /** Databases with migrated schemas. */
  readonly databases: DatabaseUrls;
  readonly secrets: StackSecrets;
  /** Address of the public listener. The admin listener is on loopback. Default: 127.0.0.1. */
  readonly host?: string;
  /** Port of the public listener. 0 picks a free one. Default: 0. */
  readonly port?: number;
  /** Port of the admin listener. 0 picks a free one. Default: 0. */
  readonly adminPort?: number;
  /** Port of the console, on loopback. 0 picks a free one. Default: there is no console. */
  readonly consolePort?: number | undefined;
  /** Business time of every service. Default: the system's, checked against the database's. */
  readonly clock?: GuardedClock;
  /** Default: in-process. */
  readonly transport?: Transport;
  /**
   * Returns the port that callers of a service connect to instead of its own, such as that of a
   * proxy. Used with gRPC only.
   */
  readonly reach?: (service: keyof GrpcAddresses, port: number) => Promise<number>;
  /** Redis for the rate limits. Default: requests are counted in memory. */
  readonly redisUrl?: string | undefined;
  /** Additional environment variables of the gateway. */
  readonly gatewayEnvironment?: Environment;
  /** Connections of each pool. Default: LOCAL_POOL_SIZE. */
  readonly poolSize?: number;
  /** Default: silent. */
  readonly logger?: Logger;
  /** Additional checks for /readyz, by name. */
  readonly checks?: Readonly<Record<string, ReadinessCheck>>;
}

/** All five services, running in this process. */
export interface Stack {
  /** Origin of the public API. */
  readonly publicUrl: string;
  /** Base URL of the public API, with the path of its version. */
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** Origin of the console. Undefined: there is none. */
  readonly consoleUrl: string | undefined;
  /** Database URL of the importer's role. */
  readonly databaseUrl: string;
  /**
   * Fails /readyz, then stops one service after the other: each answers its requests in flight,
   * writes what it has queued and closes its connections. Default limit: 10,000 ms. Repeated calls
   * return the same promise.
   */
  stop(limitMs?: number): Promise<void>;
}

const DEFAULT_STOP_LIMIT_MS = 10_000;
/**
 * Each service's share of the stop limit, in the order in which they stop: callers before callees.
 */
const STOP_SHARES = { gateway: 0.55, admin: 0.1, reveal: 0.2, credits: 0.1, search: 0.05 };
type StackService = keyof typeof STOP_SHARES;

/**
 * Starts every service with the modules and the variables that its `main.ts` uses, in one process
 * with one log, one metrics registry and one admin listener. Throws the error of a listener that
 * cannot open; everything is closed then.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const composer = createComposer(options);
  try {
    // Answers contain the base URL, so the port must be known before the gateway listens.
    const port = options.port || (await freePort());
    const consolePort = options.consolePort === 0 ? await freePort() : options.consolePort;
    const publicUrl = `http://${urlHost(options.host ?? '127.0.0.1')}:${port}`;
    const environments = (targets: GrpcAddresses) =>
      serviceEnvironments({
        ...options,
        poolSize: options.poolSize ?? LOCAL_POOL_SIZE,
        listen: ANY_PORT,
        targets,
        publicHost: options.host ?? '127.0.0.1',
        publicPort: port,
        publicUrl,
        adminPort: options.adminPort ?? 0,
        consolePort,
      });
    const callees = environments(ANY_PORT);
    const search = await composer.start(searchService, 'search', callees['search-service']);
    const credits = await composer.start(creditsService, 'credits', callees['credits-service']);
    const spender = environments({ ...ANY_PORT, search, credits });
    const reveal = await composer.start(revealService, 'reveal', spender['reveal-service']);
    const callers = environments({ search, credits, reveal });
    await composer.start(gateway, 'gateway', { ...callers.gateway, ...options.gatewayEnvironment });
    await composer.start(adminService, 'admin', callers['admin-service']);
    return {
      publicUrl,
      baseUrl: publicUrl + BASE_PATH,
      adminUrl: `http://127.0.0.1:${composer.adminPort()}`,
      adminToken: options.secrets.adminToken,
      consoleUrl: consoleUrlOf({ consolePort }),
      databaseUrl: options.databases.importer,
      stop: composer.stop,
    };
  } catch (error) {
    await composer.stop(0);
    throw error;
  }
}

/**
 * A free port on loopback: servers without TLS listen nowhere else. As a target it is never
 * connected to.
 */
const ANY_PORT: GrpcAddresses = { search: '127.0.0.1:0', reveal: '127.0.0.1:0', credits: '127.0.0.1:0' };

interface Composer {
  /** Starts a service and returns the address that its callers connect to. */
  start<Config extends { readonly serving: ServingConfig }>(
    module: ServiceModule<Config>,
    as: StackService,
    environment: Environment,
  ): Promise<string>;
  adminPort(): number;
  readonly stop: (limitMs?: number) => Promise<void>;
}

/**
 * Creates a composer that connects services over one transport. The admin service starts last and
 * opens the listener.
 */
function createComposer(options: StackOptions): Composer {
  const logger = options.logger ?? createLogger({ service: 'prospect', level: 'silent' });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const overGrpc = options.transport === 'grpc';
  const local = createInProcessTransport(logger);
  const grpc = overGrpc ? createGrpcTransport({ metrics: createRpcMetrics(registry, 'client') }) : undefined;
  const serveOptions = { logger, registry, rpcMetrics: createRpcMetrics(registry, 'server'), withoutGrpc: !overGrpc };
  const running = new Map<StackService, Serving>();
  let stopped: Promise<void> | undefined;

  async function stopAll(limitMs: number): Promise<void> {
    for (const [name, share] of Object.entries(STOP_SHARES)) {
      await running.get(name as StackService)?.stop(limitMs * share);
    }
    grpc?.close();
  }

  /** Opens the admin listener with the checks of all services. */
  function serveAdmin(application: Application, config: ServingConfig): Promise<Serving> {
    const checks: Record<string, ReadinessCheck> = {
      ...options.checks,
      'stack.serving': () => Promise.resolve(stopped === undefined ? undefined : { reason: STOPPING }),
      ...prefixed('admin', application.checks),
    };
    for (const [name, serving] of running) Object.assign(checks, prefixed(name, serving.checks));
    return serve({ ...application, checks }, config, serveOptions);
  }

  return {
    async start(module, as, environment) {
      const config = module.loadConfig(environment);
      registerBuildInfo(registry, module.name);
      const context = { name: module.name, logger, registry, clock: options.clock };
      const application = module.buildApplication({ ...context, config, transport: grpc ?? local });
      local.register(application.services ?? []);
      const serving = await (as === 'admin'
        ? serveAdmin(application, config.serving)
        : serve(application, { ...config.serving, admin: undefined }, serveOptions));
      running.set(as, serving);
      const { grpcPort } = serving;
      if (grpcPort === undefined) return ANY_PORT.search;
      return `127.0.0.1:${(await options.reach?.(as as keyof GrpcAddresses, grpcPort)) ?? grpcPort}`;
    },
    adminPort: () => running.get('admin')?.adminPort ?? 0,
    stop(limitMs = DEFAULT_STOP_LIMIT_MS) {
      stopped ??= stopAll(limitMs);
      return stopped;
    },
  };
}

type Checks = Readonly<Record<string, ReadinessCheck>>;

/** Returns the checks of a service under names like `gateway.database`. */
function prefixed(service: StackService, checks: Checks): Checks {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [`${service}.${name}`, check]));
}
