import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseUrls } from '@prospecting/embedded';
import { canListen } from '@prospecting/embedded/postgres';
import type { FaultyDatabase } from './database.js';
import { SOLE_TRADER_KEY } from './database.js';
import type { ProcessSpec, Supervisor } from './supervisor.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** Two gateways, two reveal-services, search and credits, each a process, with a proxy on every way between them. */
export interface FaultyInstallation {
  /** `{base_url}` of each gateway. */
  readonly baseUrls: readonly string[];
  readonly adminUrl: string;
  readonly adminToken: string;
  /** Between the processes, by what is behind them. */
  readonly proxies: Readonly<Record<string, TcpProxy>>;
  untilReady(): Promise<void>;
  closeProxies(): Promise<void>;
}

/** How long a reservation is pending before recovery takes it for abandoned, here: longer than most requests, so that both happen. */
const GRACE_MS = 1_500;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Two gateways, two reveal-services, search and credits. */
const PROCESSES = 6;

export async function startInstallation(database: FaultyDatabase, supervisor: Supervisor): Promise<FaultyInstallation> {
  const ways = await openWays();
  const { gateways, adminPorts, proxies } = ways;
  const draw = (): string => randomBytes(24).toString('hex');
  const secrets: Secrets = { adminToken: draw(), cursorKey: draw(), responseSecret: draw() };
  const baseUrls = gateways.map((port) => `http://127.0.0.1:${port}/external/v1`);
  const specs = [
    ...specsBehind(ways, database.urls, secrets),
    ...gateways.map((port, replica) =>
      gatewaySpec(replica, { ...ways, port, baseUrl: baseUrls[replica] as string, urls: database.urls, secrets }),
    ),
  ];
  specs.forEach((spec, index) => {
    const env = { ...spec.env, ADMIN_PORT: String(adminPorts[index]), LOG_LEVEL: 'warn' };
    supervisor.start({ ...spec, env });
  });
  const adminUrls = adminPorts.map((port) => `http://127.0.0.1:${port}`);
  return {
    baseUrls,
    adminUrl: adminUrls.at(-1) as string,
    adminToken: secrets.adminToken,
    proxies: { ...proxies },
    untilReady: async () => {
      await Promise.all(adminUrls.map(untilReady));
    },
    closeProxies: async () => {
      await Promise.all(Object.values(proxies).map((proxy: TcpProxy) => proxy.close()));
    },
  };
}

/** Where everything listens, and the proxies through which it is reached. */
type Ways = Awaited<ReturnType<typeof openWays>>;

async function openWays() {
  const [search, credits] = [await lastingPort(), await lastingPort()];
  const reveals = [await lastingPort(), await lastingPort()] as const;
  const gateways = [await lastingPort(), await lastingPort()];
  const adminPorts: number[] = [];
  for (let process = 0; process < PROCESSES; process += 1) adminPorts.push(await lastingPort());
  const proxies = {
    search: await startTcpProxy(() => search),
    credits: await startTcpProxy(() => credits),
    'reveal-0': await startTcpProxy(() => reveals[0]),
    'reveal-1': await startTcpProxy(() => reveals[1]),
  };
  return { search, credits, reveals, gateways, adminPorts, proxies };
}

interface Secrets {
  readonly adminToken: string;
  readonly cursorKey: string;
  readonly responseSecret: string;
}

/** What runs behind the gateways. */
function specsBehind(
  { search, credits, reveals, proxies }: Ways,
  urls: DatabaseUrls,
  { cursorKey }: Secrets,
): ProcessSpec[] {
  return [
    {
      name: 'search',
      service: 'search-service',
      env: { GRPC_LISTEN: `127.0.0.1:${search}`, DATABASE_URL: urls.search, CURSOR_KEYS: cursorKey, SOLE_TRADER_KEY },
    },
    {
      name: 'credits',
      service: 'credits-service',
      env: { GRPC_LISTEN: `127.0.0.1:${credits}`, DATABASE_URL: urls.credits },
    },
    ...reveals.map((port, replica): ProcessSpec => ({
      name: `reveal-${replica}`,
      service: 'reveal-service',
      env: {
        GRPC_LISTEN: `127.0.0.1:${port}`,
        DATABASE_URL: urls.reveal,
        DIRECTORY_DATABASE_URL: urls.reveal,
        CREDITS_TARGET: at(proxies.credits),
        RECOVERY_GRACE_MS: String(GRACE_MS),
        RECOVERY_INTERVAL_MS: '400',
      },
    })),
  ];
}

interface GatewayOptions extends Pick<Ways, 'proxies'> {
  readonly port: number;
  readonly baseUrl: string;
  readonly urls: DatabaseUrls;
  readonly secrets: Secrets;
}

function gatewaySpec(replica: number, { port, baseUrl, proxies, urls, secrets }: GatewayOptions): ProcessSpec {
  return {
    name: `gateway-${replica}`,
    service: 'gateway',
    env: {
      PUBLIC_HOST: '127.0.0.1',
      PUBLIC_PORT: String(port),
      ADMIN_TOKEN: secrets.adminToken,
      DATABASE_URL: urls.gateway,
      SEARCH_TARGET: at(proxies.search),
      REVEAL_TARGET: `ipv4:${at(proxies['reveal-0'])},${at(proxies['reveal-1'])}`,
      CREDITS_TARGET: at(proxies.credits),
      BASE_URL: baseUrl,
      APP_URL: new URL(baseUrl).origin,
      STORED_RESPONSE_SECRET: secrets.responseSecret,
      RESPONSE_GUARD_RATIO: '1',
    },
  };
}

/**
 * A port that is still free for a process that is started again: below the range from which the system takes the ports of outgoing connections,
 * which come and go all the time.
 */
async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (givenOut.has(port) || !(await canListen(port))) continue;
    givenOut.add(port);
    return port;
  }
}

const givenOut = new Set<number>();

function at({ port }: TcpProxy): string {
  return `127.0.0.1:${port}`;
}

async function untilReady(adminUrl: string): Promise<void> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (response?.status === 200) return;
    await delay(POLL_MS);
  }
  throw new Error(`${adminUrl} did not get ready`);
}
