import { setTimeout as pause } from 'node:timers/promises';
import { createCreditsLedger, createCreditsReader } from '@prospecting/credits-service';
import {
  BASE_PATH,
  serveGateway,
  type GatewayContext,
  type GatewayServer,
  type GatewayServices,
  type ResponseGuardOptions,
} from '@prospecting/gateway';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import { openDatabase, openGuardedClock, type ServingContext } from '@prospecting/platform/serving';
import { collectDefaultMetrics, createLogger, Registry, type Logger } from '@prospecting/platform/telemetry';
import {
  creditsLedger,
  creditsReader,
  revealAdmin,
  revealSpender,
  revealViewer,
  searchService,
} from '@prospecting/protos';
import {
  createRevealAdmin,
  createRevealViewer,
  createSpending,
  DEFAULT_RECOVERY,
  type Spending,
} from '@prospecting/reveal-service';
import { createSearchService } from '@prospecting/search-service';
import type { DatabaseUrls } from './databases.js';
import { LOCAL_POOL_SIZE } from './pool-size.js';
import { freePort } from './postgres/index.js';
import { openConnections, type Connections, type Transport } from './transport.js';

/** What a whole installation keeps secret. Each has at least 32 characters. */
export interface StackSecrets {
  readonly adminToken: string;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  /** Under which Swedish sole traders' numbers are hashed: the identity key of the imports. */
  readonly soleTraderKey: string;
  /** The first encrypts stored responses, all decrypt them. */
  readonly storedResponseSecrets: readonly string[];
}

export interface StackOptions {
  /** Of migrated schemas. */
  readonly databases: DatabaseUrls;
  readonly secrets: StackSecrets;
  /** Address of the public listener; the admin listener is on loopback. Default 127.0.0.1. */
  readonly host?: string;
  /** Left out or 0: a free one. */
  readonly port?: number;
  readonly adminPort?: number;
  /** Business time of every service. Default: the system's, checked against the database's. */
  readonly clock?: GuardedClock;
  readonly transport?: Transport;
  /** Left out: requests are counted in memory. */
  readonly redisUrl?: string | undefined;
  /** Default: every hundredth answer is checked, and what breaks the contract is reported. */
  readonly responseGuard?: ResponseGuardOptions;
  /** Connections of each service. Default: LOCAL_POOL_SIZE. */
  readonly poolSize?: number;
  /** Default: silent. */
  readonly logger?: Logger;
}

/** A running installation: all four services, in this process. */
export interface Stack {
  /** Without the version's path. */
  readonly publicUrl: string;
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** The importer's. */
  readonly databaseUrl: string;
  /** Not ready, drain, flush, close; within the limit. */
  stop(limitMs?: number): Promise<void>;
}

const DEFAULT_GUARD: ResponseGuardOptions = { ratio: 0.01, onViolation: 'report' };
const DEFAULT_STOP_LIMIT_MS = 10_000;
/** Kept back from the gateway's part of that limit: for captures still to be made, and for the connections between services. */
const SPENDING_SHARE = 0.2;
const CONNECTIONS_SHARE = 0.1;

/** Starts search, reveal, credits and, when they are there, the gateway. Throws what a listener or database throws. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const logger = options.logger ?? createLogger({ service: 'prospect', level: 'silent' });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const context = { logger, registry };
  // What was started last ends first, as it calls what was started before it.
  const stops: Stop[] = [];
  const stopAll = async (limitMs: number): Promise<void> => {
    for (const stop of stops.toReversed()) await stop(limitMs);
  };
  try {
    const pools = openPools(options, context);
    stops.push(() => endPools(pools));
    const connections = openConnections({ transport: options.transport ?? 'in-process', logger, registry });
    stops.push((limitMs) => connections.close(limitMs * CONNECTIONS_SHARE));
    const clocks = await startClocks(options.clock, pools, context);
    stops.push(() => clocks.stop());
    const { services, spending } = await startServices(options.secrets, { pools, clocks, connections }, context);
    stops.push((limitMs) => spending.stop(limitMs * SPENDING_SHARE));
    const gateway = await startGateway(options, services, {
      ...context,
      clock: options.clock,
      name: 'gateway',
    });
    stops.push((limitMs) => gateway.stop(limitMs * (1 - CONNECTIONS_SHARE - SPENDING_SHARE)));
    spending.recovery.start();
    return describe(options, gateway, stopAll);
  } catch (error) {
    await stopAll(0);
    throw error;
  }
}

/** Ends a part within its share of the limit. */
type Stop = (limitMs: number) => Promise<void>;

type Context = Omit<ServingContext, 'name'>;

/** Each service's own, under its own role. */
interface Pools {
  readonly search: Pool;
  readonly reveal: Pool;
  readonly directory: Pool;
  readonly credits: Pool;
}

function openPools({ databases, poolSize = LOCAL_POOL_SIZE }: StackOptions, context: Context): Pools {
  const open = (name: string, url: string): Pool => openDatabase({ url, poolSize }, { ...context, name });
  return {
    search: open('search-service', databases.search),
    reveal: open('reveal-service/reveal', databases.reveal),
    directory: open('reveal-service/directory', databases.reveal),
    credits: open('credits-service', databases.credits),
  };
}

async function endPools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
}

/** The clocks of the services that move money, each held against its own database. */
interface Clocks {
  readonly reveal: GuardedClock;
  readonly credits: GuardedClock;
  stop(): Promise<void>;
}

async function startClocks(given: GuardedClock | undefined, pools: Pools, context: Context): Promise<Clocks> {
  if (given !== undefined) return { reveal: given, credits: given, stop: () => Promise.resolve() };
  const reveal = openGuardedClock(pools.reveal, { ...context, name: 'reveal-service/reveal' });
  const credits = openGuardedClock(pools.credits, { ...context, name: 'credits-service' });
  await Promise.all([reveal.asked, credits.asked]);
  return {
    reveal,
    credits,
    stop: () => {
      reveal.stop();
      credits.stop();
      return Promise.resolve();
    },
  };
}

interface Parts {
  readonly pools: Pools;
  readonly clocks: Clocks;
  readonly connections: Connections;
}

/** The services behind the gateway, as it reaches them. */
async function startServices(
  { cursorKeys, soleTraderKey }: StackSecrets,
  { pools, clocks, connections }: Parts,
  context: Context,
): Promise<{ services: GatewayServices; spending: Spending }> {
  const { logger, registry } = context;
  const search = await connections.connect(
    { search: searchService },
    { search: createSearchService({ pool: pools.search, cursorKeys, soleTraderKey }) },
  );
  const credits = await connections.connect(
    { creditsReader, creditsLedger },
    {
      creditsReader: createCreditsReader({ pool: pools.credits, clock: clocks.credits }),
      creditsLedger: createCreditsLedger({ pool: pools.credits, clock: clocks.credits }),
    },
  );
  const revealing = { revealPool: pools.reveal, directoryPool: pools.directory, clock: clocks.reveal };
  const spending = createSpending(
    {
      ...revealing,
      credits: { reader: credits.creditsReader, ledger: credits.creditsLedger },
      logger,
      registry,
      pause,
    },
    DEFAULT_RECOVERY,
  );
  const reveal = await connections.connect(
    { revealViewer, revealSpender, revealAdmin },
    {
      revealViewer: createRevealViewer(revealing),
      revealSpender: spending.spender,
      revealAdmin: createRevealAdmin(revealing),
    },
  );
  return { services: { ...search, ...credits, ...reveal }, spending };
}

async function startGateway(
  options: StackOptions,
  services: GatewayServices,
  context: GatewayContext,
): Promise<GatewayServer & { readonly publicUrl: string }> {
  const { databases, secrets, host = '127.0.0.1', poolSize = LOCAL_POOL_SIZE } = options;
  // The base URL stands in answers, so the port has to be known before anything listens.
  const port = options.port || (await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  const gateway = await serveGateway(
    {
      public: { host, port },
      admin: { host: '127.0.0.1', port: options.adminPort ?? 0, token: secrets.adminToken },
      database: { url: databases.gateway, poolSize, listenUrl: databases.gateway },
      redisUrl: options.redisUrl,
      baseUrl: publicUrl + BASE_PATH,
      appUrl: publicUrl,
      responseGuard: options.responseGuard ?? DEFAULT_GUARD,
      storedResponseSecrets: secrets.storedResponseSecrets,
    },
    services,
    context,
  );
  return { ...gateway, publicUrl };
}

function describe(options: StackOptions, gateway: GatewayServer & { readonly publicUrl: string }, stop: Stop): Stack {
  let stopped: Promise<void> | undefined;
  return {
    publicUrl: gateway.publicUrl,
    baseUrl: gateway.publicUrl + BASE_PATH,
    adminUrl: `http://127.0.0.1:${gateway.adminPort}`,
    adminToken: options.secrets.adminToken,
    databaseUrl: options.databases.importer,
    stop: (limitMs = DEFAULT_STOP_LIMIT_MS) => {
      stopped ??= stop(limitMs);
      return stopped;
    },
  };
}
