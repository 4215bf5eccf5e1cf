import { randomBytes } from 'node:crypto';
import { LOCAL_POOL_SIZE, type DatabaseUrls, type StackSecrets } from '@prospecting/embedded';
import { SOLE_TRADER_KEY } from './dataset.js';
import type { StackAddresses, StackMessage } from './in-process-stack.js';
import { freePorts, nextMessage, startProcess, untilReady, type RunningProcess } from './processes.js';

export interface StackSettings {
  readonly databases: DatabaseUrls;
  readonly secrets: StackSecrets;
  /** Undefined: requests are counted in memory. */
  readonly redisUrl: string | undefined;
  readonly logDir: string;
  readonly profileDir: string | undefined;
}

/** A running installation in processes of its own. */
export interface RunningStack extends StackAddresses {
  stop(): Promise<void>;
}

/** How an installation's gateway reaches its services. */
export const TRANSPORTS = ['in-process', 'grpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const startStackOf: Record<Transport, (settings: StackSettings, signal: AbortSignal) => Promise<RunningStack>> = {
  'in-process': startInProcess,
  grpc: startOverGrpc,
};

/** Drawn for one run. */
function drawSecrets(): StackSecrets {
  const draw = (): string => randomBytes(32).toString('base64url');
  return {
    adminToken: draw(),
    cursorKeys: [draw()],
    soleTraderKey: SOLE_TRADER_KEY,
    storedResponseSecrets: [draw()],
  };
}

async function startInProcess(settings: StackSettings, signal: AbortSignal): Promise<RunningStack> {
  const { databases, secrets, redisUrl, ...places } = settings;
  const entry = new URL('in-process-stack.js', import.meta.url);
  const server = await startProcess({ ...places, name: 'in-process', entry });
  try {
    server.child.send({ databases, secrets, redisUrl } satisfies StackMessage);
    const addresses = (await nextMessage(server, signal)) as StackAddresses;
    await untilReady(server, addresses.adminUrl, signal);
    return { ...addresses, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export type Installation = RunningStack & { readonly transport: Transport; readonly adminToken: string };

/** Starts one installation for each transport, all on one database; `started` is told of each, also where a later one fails. */
export async function startStacks(
  settings: Omit<StackSettings, 'secrets'>,
  transports: readonly Transport[],
  started: { stop(): Promise<void> }[],
  signal: AbortSignal,
): Promise<Installation[]> {
  const secrets = drawSecrets();
  const stacks: Installation[] = [];
  for (const transport of transports) {
    const stack = await startStackOf[transport]({ ...settings, secrets }, signal);
    started.push(stack);
    stacks.push({ ...stack, transport, adminToken: secrets.adminToken });
  }
  return stacks;
}

const POOL_SIZES = {
  DATABASE_POOL_SIZE: String(LOCAL_POOL_SIZE),
  DIRECTORY_DATABASE_POOL_SIZE: String(LOCAL_POOL_SIZE),
};

/** Four processes, each configured by its environment alone. */
async function startOverGrpc(settings: StackSettings, signal: AbortSignal): Promise<RunningStack> {
  const ports = await freePorts(8);
  const [publicPort, ...adminPorts] = ports.splice(0, 5) as [number, ...number[]];
  const [search, reveal, credits] = ports.map((port) => `127.0.0.1:${port}`) as [string, string, string];
  const baseUrl = `http://127.0.0.1:${publicPort}/external/v1`;
  const environments = environmentsOf(settings, { search, reveal, credits, publicPort, baseUrl });
  const adminUrls = adminPorts.map((port) => `http://127.0.0.1:${port}`);
  const running: RunningProcess[] = [];
  // The gateway first: it is what its backends' callers wait for.
  const stop = async (): Promise<void> => {
    for (const each of [...running].reverse()) await each.stop();
  };
  try {
    for (const [index, [name, env]] of Object.entries(environments).entries()) {
      const { logDir, profileDir } = settings;
      const adminEnv = { ...env, ...POOL_SIZES, ADMIN_PORT: String(adminPorts[index]) };
      const server = await startProcess({ name, entry: mainOf(name), env: adminEnv, logDir, profileDir });
      running.push(server);
      await untilReady(server, adminUrls[index] as string, signal);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, adminUrl: adminUrls.at(-1) as string, stop };
}

interface GrpcAddresses {
  readonly search: string;
  readonly reveal: string;
  readonly credits: string;
  readonly publicPort: number;
  readonly baseUrl: string;
}

/** By package, in the order in which they are started. */
function environmentsOf(
  { databases, secrets, redisUrl }: StackSettings,
  { search, reveal, credits, publicPort, baseUrl }: GrpcAddresses,
): Record<string, Record<string, string>> {
  return {
    'search-service': {
      GRPC_LISTEN: search,
      DATABASE_URL: databases.search,
      CURSOR_KEYS: secrets.cursorKeys.join(','),
      SOLE_TRADER_KEY: secrets.soleTraderKey,
    },
    'credits-service': { GRPC_LISTEN: credits, DATABASE_URL: databases.credits },
    'reveal-service': {
      GRPC_LISTEN: reveal,
      DATABASE_URL: databases.reveal,
      DIRECTORY_DATABASE_URL: databases.reveal,
      CREDITS_TARGET: credits,
    },
    gateway: {
      PUBLIC_HOST: '127.0.0.1',
      PUBLIC_PORT: String(publicPort),
      ADMIN_TOKEN: secrets.adminToken,
      DATABASE_URL: databases.gateway,
      SEARCH_TARGET: search,
      REVEAL_TARGET: reveal,
      CREDITS_TARGET: credits,
      BASE_URL: baseUrl,
      APP_URL: new URL(baseUrl).origin,
      STORED_RESPONSE_SECRET: secrets.storedResponseSecrets.join(','),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    },
  };
}

/** A service's main module lies beside the module that its package exports. */
function mainOf(name: string): URL {
  return new URL('main.js', import.meta.resolve(`@prospecting/${name}`));
}
