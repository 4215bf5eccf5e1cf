import { createCreditsLedger, createCreditsReader } from '@prospecting/credits-service';
import { BASE_PATH, serveGateway, type GatewayServer, type ResponseGuardOptions } from '@prospecting/gateway';
import { systemClock, type Clock } from '@prospecting/platform/clock';
import { openDatabase, type ServingContext } from '@prospecting/platform/serving';
import { collectDefaultMetrics, createLogger, Registry, type Logger } from '@prospecting/platform/telemetry';
import { createRevealAdmin, createRevealViewer } from '@prospecting/reveal-service';
import { createSearchService } from '@prospecting/search-service';
import type { DatabaseUrls } from './databases.js';
import { freePort } from './postgres/index.js';
import { connect, type Connected, type Services, type Transport } from './transport.js';

/** What a whole installation keeps secret. Each has at least 32 characters. */
export interface StackSecrets {
  readonly adminToken: string;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  /** Under which Swedish sole traders' numbers are hashed; imports need the same. */
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
  /** Business time of every service. */
  readonly clock?: Clock;
  readonly transport?: Transport;
  /** Left out: requests are counted in memory. */
  readonly redisUrl?: string | undefined;
  /** Default: every hundredth answer is checked, and what breaks the contract is reported. */
  readonly responseGuard?: ResponseGuardOptions;
  /** Connections of each service. Default 10. */
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
/** Kept back from the gateway's share of the limit for the services behind it. */
const SERVICES_SHARE = 0.3;

/** Starts search, reveal, credits and, when they are there, the gateway. Throws what a listener or database throws. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const logger = options.logger ?? createLogger({ service: 'prospect', level: 'silent' });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const context = { logger, registry, clock: options.clock ?? systemClock };
  const backing = openServices(options, context);
  let connected: Connected | undefined;
  try {
    connected = await connect(backing.services, { transport: options.transport ?? 'in-process', logger, registry });
    const gateway = await startGateway(options, connected.services, { ...context, name: 'gateway' });
    return describe(options, gateway, backing, connected);
  } catch (error) {
    await connected?.close(0);
    await backing.close();
    throw error;
  }
}

interface Backing {
  readonly services: Services;
  close(): Promise<void>;
}

type Context = Omit<ServingContext, 'name'> & { readonly clock: Clock };

/** The services as their own objects, each on pools of its own role. */
function openServices({ databases, secrets, poolSize = 10 }: StackOptions, context: Context): Backing {
  const open = (name: string, url: string): ReturnType<typeof openDatabase> =>
    openDatabase({ url, poolSize }, { ...context, name });
  const search = open('search-service', databases.search);
  const reveal = open('reveal-service/reveal', databases.reveal);
  const directory = open('reveal-service/directory', databases.reveal);
  const credits = open('credits-service', databases.credits);
  const { clock } = context;
  const { cursorKeys, soleTraderKey } = secrets;
  return {
    services: {
      search: createSearchService({ pool: search, cursorKeys, soleTraderKey }),
      revealViewer: createRevealViewer({ revealPool: reveal, directoryPool: directory, clock }),
      revealAdmin: createRevealAdmin({ revealPool: reveal }),
      creditsReader: createCreditsReader({ pool: credits, clock }),
      creditsLedger: createCreditsLedger({ pool: credits, clock }),
    },
    close: async () => {
      await Promise.all([search, reveal, directory, credits].map((pool) => pool.end()));
    },
  };
}

async function startGateway(
  options: StackOptions,
  services: Services,
  context: ServingContext & { readonly clock: Clock },
): Promise<GatewayServer & { readonly publicUrl: string }> {
  const { databases, secrets, host = '127.0.0.1', poolSize = 10 } = options;
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

function describe(
  options: StackOptions,
  gateway: GatewayServer & { readonly publicUrl: string },
  backing: Backing,
  connected: Connected,
): Stack {
  let stopped: Promise<void> | undefined;
  const stop = async (limitMs: number): Promise<void> => {
    await gateway.stop(limitMs * (1 - SERVICES_SHARE));
    await connected.close(limitMs * SERVICES_SHARE);
    await backing.close();
  };
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
