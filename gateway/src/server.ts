import { createServer, type RequestListener } from 'node:http';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { openDatabase, openGuardedClock, type ServingContext } from '@prospecting/platform/serving';
import {
  createOperationsHandler,
  listen,
  type Listener,
  type OperationsHandler,
  type ReadinessCheck,
} from '@prospecting/platform/telemetry';
import type { credits, reveal } from '@prospecting/protos';
import { createAdminApp } from './admin/index.js';
import { createAuthenticator, type Authenticator } from './api-keys/index.js';
import { createGateway, type Gateway } from './app.js';
import { isInStep, lenient } from './clock.js';
import { createCounter, type Counter } from './counters/index.js';
import { createPublicServer, drainServer } from './http/public-server.js';
import {
  createResponseStore,
  LOCK_TIMEOUT_MS,
  startSweeper,
  type GatewayCrashPoint,
  type ResponseStore,
} from './idempotency/index.js';
import type { ResponseGuardOptions } from './middleware/respond.js';
import { createMissedNumbers, startForgetting, type MissedNumbers } from './privacy/index.js';
import { createRequestLog, type RequestLog } from './request-log/index.js';
import type { Backends } from './upstream/index.js';

export interface GatewayServerConfig {
  readonly public: { readonly host: string; readonly port: number };
  readonly admin: { readonly host: string; readonly port: number; readonly token: string };
  readonly database: {
    readonly url: string;
    readonly poolSize: number;
    /** Where changes of keys are listened for: the same database, not through a transaction pooler. */
    readonly listenUrl: string;
  };
  /** Left out: requests are counted in memory. */
  readonly redisUrl?: string | undefined;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly docsUrl?: string | undefined;
  readonly responseGuard: ResponseGuardOptions;
  /** At least one; the first encrypts, all decrypt. The first also keys the hashes of missed numbers. */
  readonly storedResponseSecrets: readonly string[];
  /** Tests alone set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
}

/** The services behind the gateway, over gRPC or in this process. */
export interface GatewayServices extends Backends {
  readonly revealSpender: Service<reveal.RevealSpenderDefinition>;
  readonly revealAdmin: Service<reveal.RevealAdminDefinition>;
  readonly creditsLedger: Service<credits.CreditsLedgerDefinition>;
}

export interface GatewayServer {
  readonly publicPort: number;
  readonly adminPort: number;
  /** Not ready, stop accepting, drain, flush the request log, close pools. Called once. */
  stop(limitMs: number): Promise<void>;
}

/** Kept back from the time for draining, so that the log is still flushed and the pools close in order. */
const CLOSING_SHARE = 0.25;

export interface GatewayContext extends ServingContext {
  /** Left out: the system's, held against the gateway's own database. */
  readonly clock?: GuardedClock | undefined;
}

/** Starts a gateway with its database, counters and both listeners. The services stay the caller's to close. */
export async function serveGateway(
  config: GatewayServerConfig,
  services: GatewayServices,
  context: GatewayContext,
): Promise<GatewayServer> {
  const parts = build(config, services, context);
  const { authenticator, counter, requestLog, responseStore, gateway } = parts;
  // None of them needs its server to be there yet: what is missing keeps this gateway from being ready, not from starting.
  // The request log makes its partitions as soon as the time is known.
  await Promise.all([authenticator.start(), counter.start(), parts.clock.asked.then(() => requestLog.start())]);
  const sweeper = startSweeper(responseStore, context.logger);
  const stopForgetting = startForgetting(parts.missedNumbers, context.logger);
  const server = createPublicServer(gateway.callback());
  let stopping = false;
  const checks = { ...parts.checks, serving: () => Promise.resolve(!stopping) };
  let admin: Listener | undefined;

  const stop = async (limitMs: number): Promise<void> => {
    stopping = true;
    if (server.listening) await drainServer(server, limitMs * (1 - CLOSING_SHARE));
    stopForgetting();
    await sweeper.stop();
    const flushMs = (limitMs * CLOSING_SHARE) / 2;
    await Promise.all([requestLog.stop(flushMs), responseStore.stop(flushMs)]);
    await authenticator.stop();
    counter.stop();
    parts.clock.stop();
    await parts.pool.end();
    // Last: while requests drain, /readyz must say that this process is going.
    await admin?.close();
  };
  try {
    const operations = createOperationsHandler({ registry: context.registry, checks });
    admin = await listen(createServer(either(operations, parts.administer)), config.admin.host, config.admin.port);
    const { port } = await listen(server, config.public.host, config.public.port);
    context.logger.info({ publicPort: port, adminPort: admin.port }, 'serving');
    return { publicPort: port, adminPort: admin.port, stop };
  } catch (error) {
    // A port that is taken must not leave connections behind.
    await stop(0);
    throw error;
  }
}

interface Parts {
  readonly pool: Pool;
  readonly clock: OpenedClock;
  readonly authenticator: Authenticator;
  readonly counter: Counter;
  readonly requestLog: RequestLog;
  readonly responseStore: ResponseStore;
  readonly missedNumbers: MissedNumbers;
  readonly gateway: Gateway;
  readonly administer: RequestListener;
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

/** Puts the gateway together; of all that runs only its clock does yet. */
function build(config: GatewayServerConfig, services: GatewayServices, given: GatewayContext): Parts {
  const pool = openDatabase(config.database, given, { lockTimeoutMs: LOCK_TIMEOUT_MS });
  const clock = openClock(pool, given);
  const context = { ...given, clock: lenient(clock.guarded) };
  const authenticator = createAuthenticator({ ...context, pool, databaseUrlForListening: config.database.listenUrl });
  const counter = createCounter({ ...context, redisUrl: config.redisUrl });
  // By the guarded clock, so that no partitions are made for days that are far off.
  const requestLog = createRequestLog({ ...context, clock: clock.guarded, pool });
  const responseStore = createResponseStore({
    ...context,
    clock: clock.guarded,
    on: pool,
    secrets: config.storedResponseSecrets,
  });
  const missedNumbers = createMissedNumbers({ ...context, pool, secrets: config.storedResponseSecrets });
  const gateway = createGateway({
    ...config,
    ...context,
    authenticator,
    counter,
    requestLog,
    responseStore,
    missedNumbers,
    upstream: services,
  });
  const { docsUrl } = gateway;
  const admin = createAdminApp({
    ...context,
    ...services,
    token: config.admin.token,
    pool,
    docsUrl,
    authenticator,
  }).callback();
  return {
    pool,
    clock,
    authenticator,
    counter,
    requestLog,
    responseStore,
    missedNumbers,
    gateway,
    administer: (request, response) => void admin(request, response),
    checks: { database: onceTrue(isMigrated(pool)), clock: isInStep(clock.guarded) },
  };
}

/** The clock that moves money, and how it ends. */
interface OpenedClock {
  readonly guarded: GuardedClock;
  /** Resolves once it has asked its database for the first time. */
  readonly asked: Promise<void>;
  stop(): void;
}

function openClock(pool: Pool, { clock, ...context }: GatewayContext): OpenedClock {
  if (clock !== undefined) return { guarded: clock, asked: Promise.resolve(), stop: () => {} };
  const running = openGuardedClock(pool, context);
  return { guarded: running, asked: running.asked, stop: () => running.stop() };
}

/** The database answers, and has what the newest migration that it cannot work without has made. */
function isMigrated(pool: Pool): ReadinessCheck {
  return async () => {
    const { rowCount } = await pool.query(
      `select from pg_catalog.pg_constraint
       where conrelid = 'edge.missed_numbers'::regclass and conname = 'missed_numbers_pkey'`,
    );
    return rowCount === 1;
  };
}

/**
 * Needed to begin, not to go on: a gateway that loses its database still serves the keys that it knows for a while, and taking all
 * gateways out of service would turn a part of an outage into a whole one.
 */
function onceTrue(check: ReadinessCheck): ReadinessCheck {
  let passed = false;
  return async () => {
    passed ||= await check();
    return passed;
  };
}

/** The admin listener: probes and metrics, and for every other path the admin API. */
function either(operations: OperationsHandler, administer: RequestListener): RequestListener {
  return (request, response) => {
    operations(request, response).then(
      (handled) => {
        if (!handled) administer(request, response);
      },
      () => response.writeHead(500).end(),
    );
  };
}
