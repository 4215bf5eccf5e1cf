import { BASE_PATH } from '@prospecting/gateway';
import type { DatabaseUrls } from './databases.js';

/** The secrets of an installation. Each has at least 32 characters. */
export interface StackSecrets {
  readonly adminToken: string;
  /** The first key signs cursors. All of them verify cursors. */
  readonly cursorKeys: readonly string[];
  /**
   * Key of the hashes of Swedish sole traders' numbers. The same as the identity key of the
   * imports.
   */
  readonly soleTraderKey: string;
  /** The first secret encrypts stored responses. All of them decrypt stored responses. */
  readonly storedResponseSecrets: readonly string[];
}

/** `host:port` of each service that answers gRPC calls. */
export interface GrpcAddresses {
  readonly search: string;
  readonly reveal: string;
  readonly credits: string;
}

/** The addresses, databases and secrets of an installation on one machine. */
export interface InstallationLayout {
  /** URLs of databases with migrated schemas. */
  readonly databases: DatabaseUrls;
  readonly secrets: StackSecrets;
  /** Addresses that the services listen on. */
  readonly listen: GrpcAddresses;
  /** Addresses that their callers connect to. */
  readonly targets: GrpcAddresses;
  readonly publicHost: string;
  readonly publicPort: number;
  /** Origin of the public API as customers see it. */
  readonly publicUrl: string;
  readonly adminPort: number;
  /** Port of the console, which is on loopback. Undefined: there is no console. */
  readonly consolePort?: number | undefined;
  /** Redis for the rate limits. Default: requests are counted in memory. */
  readonly redisUrl?: string | undefined;
  /** Connections of each pool. */
  readonly poolSize: number;
}

export type Environment = Readonly<Record<string, string>>;

export const SERVICE_NAMES = [
  'search-service',
  'credits-service',
  'reveal-service',
  'gateway',
  'admin-service',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/**
 * Returns the environment variables of each service, in the order in which the services start. They
 * are the variables that an operator sets. admin-service gets the admin port; the other services
 * pick a free one.
 */
export function serviceEnvironments(layout: InstallationLayout): Readonly<Record<ServiceName, Environment>> {
  const { databases, secrets, listen, targets, publicUrl } = layout;
  const poolSize = String(layout.poolSize);
  const common = { ADMIN_PORT: '0', DATABASE_POOL_SIZE: poolSize };
  return {
    'search-service': {
      ...common,
      GRPC_LISTEN: listen.search,
      DATABASE_URL: databases.search,
      CURSOR_KEYS: secrets.cursorKeys.join(','),
      SOLE_TRADER_KEY: secrets.soleTraderKey,
    },
    'credits-service': { ...common, GRPC_LISTEN: listen.credits, DATABASE_URL: databases.credits },
    'reveal-service': {
      ...common,
      GRPC_LISTEN: listen.reveal,
      DATABASE_URL: databases.reveal,
      DIRECTORY_DATABASE_URL: databases.reveal,
      DIRECTORY_DATABASE_POOL_SIZE: poolSize,
      CREDITS_TARGET: targets.credits,
    },
    gateway: {
      ...common,
      PUBLIC_HOST: layout.publicHost,
      PUBLIC_PORT: String(layout.publicPort),
      DATABASE_URL: databases.gateway,
      SEARCH_TARGET: targets.search,
      REVEAL_TARGET: targets.reveal,
      CREDITS_TARGET: targets.credits,
      BASE_URL: publicUrl + BASE_PATH,
      APP_URL: consoleUrlOf(layout) ?? publicUrl,
      STORED_RESPONSE_SECRET: secrets.storedResponseSecrets.join(','),
      ...(layout.redisUrl !== undefined && { REDIS_URL: layout.redisUrl }),
    },
    'admin-service': {
      ...common,
      ADMIN_PORT: String(layout.adminPort),
      ADMIN_TOKEN: secrets.adminToken,
      DATABASE_URL: databases.admin,
      REVEAL_TARGET: targets.reveal,
      CREDITS_TARGET: targets.credits,
      DOCS_URL: `${publicUrl}/docs`,
      ...consoleEnvironment(layout),
    },
  };
}

/** Returns the origin of the console. */
export function consoleUrlOf({ consolePort }: Pick<InstallationLayout, 'consolePort'>): string | undefined {
  return consolePort === undefined ? undefined : `http://127.0.0.1:${consolePort}`;
}

function consoleEnvironment(layout: InstallationLayout): Environment {
  const url = consoleUrlOf(layout);
  if (url === undefined) return {};
  return {
    CONSOLE_PORT: String(layout.consolePort),
    CONSOLE_URL: url,
    SEARCH_TARGET: layout.targets.search,
    BASE_URL: layout.publicUrl + BASE_PATH,
  };
}
