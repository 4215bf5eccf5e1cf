import { randomBytes } from 'node:crypto';
import {
  LOCAL_POOL_SIZE,
  SERVICE_NAMES,
  serviceEnvironments,
  type DatabaseUrls,
  type ServiceName,
  type StackSecrets,
} from '@prospecting/embedded';
import { freePorts } from '@prospecting/platform/ports';
import { SOLE_TRADER_KEY } from './dataset.js';
import type { StackAddresses, StackMessage } from './in-process-stack.js';
import { nextMessage, startProcess, untilReady, type ProcessOptions, type RunningProcess } from './processes.js';
import type { Started } from './server.js';

export interface StackSettings {
  readonly databases: DatabaseUrls;
  readonly secrets: StackSecrets;
  /** Undefined: requests are counted in memory. */
  readonly redisUrl: string | undefined;
  readonly logDir: string;
  readonly profileDir: string | undefined;
  /** A compiled module that every process loads before its own code. */
  readonly preload?: URL | undefined;
  /** Variables that only the gateway gets. */
  readonly gatewayEnvironment?: Readonly<Record<string, string>>;
}

/** A process of an installation. */
export interface RunningPart {
  /** Another one after a restart. */
  readonly process: RunningProcess;
  readonly adminUrl: string;
  /** The port on which it answers gRPC calls. Undefined: it answers none. */
  readonly grpcPort?: number | undefined;
  /**
   * Ends the process by a signal, starts it again on the same ports and waits until it is ready.
   * Undefined: it cannot be restarted by itself.
   */
  readonly restart?: (by: NodeJS.Signals, signal: AbortSignal) => Promise<void>;
}

/** A running installation in its own processes. */
export interface RunningStack extends StackAddresses {
  readonly parts: readonly RunningPart[];
  stop(): Promise<void>;
}

/** How an installation's gateway reaches its services. */
export const TRANSPORTS = ['in-process', 'grpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const startStackOf: Record<Transport, (settings: StackSettings, signal: AbortSignal) => Promise<RunningStack>> = {
  'in-process': startInProcess,
  grpc: startOverGrpc,
};

/** Creates random secrets for one run. */
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
  const { databases, secrets, redisUrl, gatewayEnvironment = {}, ...places } = settings;
  const entry = new URL('in-process-stack.js', import.meta.url);
  const server = await startProcess({ ...places, name: 'in-process', entry });
  try {
    server.child.send({ databases, secrets, redisUrl, gatewayEnvironment } satisfies StackMessage);
    const addresses = (await nextMessage(server, signal)) as StackAddresses;
    await untilReady(server, addresses.adminUrl, signal);
    return { ...addresses, parts: [{ process: server, adminUrl: addresses.adminUrl }], stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export type Installation = RunningStack & { readonly transport: Transport; readonly adminToken: string };

/**
 * Starts one installation for each transport, all on one database. Adds each to `started`, so that
 * the caller can stop those that run when a later one fails.
 */
export async function startStacks(
  settings: Omit<StackSettings, 'secrets'>,
  transports: readonly Transport[],
  started: Started[],
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

/** Five processes, each configured only by its environment. */
async function startOverGrpc(settings: StackSettings, signal: AbortSignal): Promise<RunningStack> {
  const ports = await freePorts(9);
  const [publicPort, ...adminPorts] = ports.splice(0, 6) as [number, ...number[]];
  const [searchPort, revealPort, creditsPort] = ports as [number, number, number];
  const grpcPorts: Readonly<Partial<Record<ServiceName, number>>> = {
    'search-service': searchPort,
    'reveal-service': revealPort,
    'credits-service': creditsPort,
  };
  const [search, reveal, credits] = ports.map((port) => `127.0.0.1:${port}`) as [string, string, string];
  const addresses = { search, reveal, credits };
  const publicUrl = `http://127.0.0.1:${publicPort}`;
  const environments = serviceEnvironments({
    ...settings,
    listen: addresses,
    targets: addresses,
    publicHost: '127.0.0.1',
    publicPort,
    publicUrl,
    adminPort: 0,
    poolSize: LOCAL_POOL_SIZE,
  });
  const adminUrls = adminPorts.map((port) => `http://127.0.0.1:${port}`);
  const running: RunningPart[] = [];
  // Callers stop first, so that the services they call are there until then.
  const stop = async (): Promise<void> => {
    for (const each of [...running].reverse()) await each.process.stop();
  };
  try {
    for (const [index, name] of SERVICE_NAMES.entries()) {
      const { logDir, profileDir, preload } = settings;
      const adminUrl = adminUrls[index] as string;
      const own = name === 'gateway' ? settings.gatewayEnvironment : {};
      const env = { ...environments[name], ...own, ADMIN_PORT: String(adminPorts[index]) };
      const options = { name, entry: mainOf(name), env, logDir, profileDir, preload };
      const part = restartable(await startProcess(options), options, adminUrl, grpcPorts[name]);
      running.push(part);
      await untilReady(part.process, adminUrl, signal);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl: `${publicUrl}/external/v1`, adminUrl: adminUrls.at(-1) as string, parts: running, stop };
}

/** How long it took is for the caller to judge, since other processes compete for the cores. */
const RESTART_LIMIT_MS = 120_000;

function restartable(
  first: RunningProcess,
  options: ProcessOptions,
  adminUrl: string,
  grpcPort: number | undefined,
): RunningPart {
  let current = first;
  return {
    get process() {
      return current;
    },
    adminUrl,
    grpcPort,
    async restart(by, signal) {
      if (by === 'SIGTERM') await current.stop();
      else {
        current.child.kill(by);
        await current.exited;
      }
      current = await startProcess({ ...options, appendLog: true });
      await untilReady(current, adminUrl, signal, RESTART_LIMIT_MS);
    },
  };
}

/** Returns a service's main module, which is beside the module that its package exports. */
function mainOf(name: string): URL {
  return new URL('main.js', import.meta.resolve(`@prospecting/${name}`));
}
