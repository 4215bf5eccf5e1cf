import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { canListen } from '@prospecting/embedded/postgres';
import type { FaultyDatabase } from './database.js';
import { SOLE_TRADER_KEY } from './database.js';
import type { Supervisor } from './supervisor.js';
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
const REPLICAS = [0, 1] as const;

export async function startInstallation(database: FaultyDatabase, supervisor: Supervisor): Promise<FaultyInstallation> {
  const [search, credits] = [await lastingPort(), await lastingPort()];
  const reveals = [await lastingPort(), await lastingPort()] as const;
  const gateways = [await lastingPort(), await lastingPort()] as const;
  const proxies = {
    search: await startTcpProxy(() => search),
    credits: await startTcpProxy(() => credits),
    'reveal-0': await startTcpProxy(() => reveals[0]),
    'reveal-1': await startTcpProxy(() => reveals[1]),
  };
  const draw = (): string => randomBytes(24).toString('hex');
  const adminToken = draw();
  const baseUrls = gateways.map((port) => `http://127.0.0.1:${port}/external/v1`);
  const adminPorts: number[] = [];
  const common = async (): Promise<Record<string, string>> => {
    const port = await lastingPort();
    adminPorts.push(port);
    return { ADMIN_PORT: String(port), LOG_LEVEL: 'warn' };
  };
  const { urls } = database;

  supervisor.start({
    name: 'search',
    service: 'search-service',
    env: {
      ...(await common()),
      GRPC_LISTEN: `127.0.0.1:${search}`,
      DATABASE_URL: urls.search,
      CURSOR_KEYS: draw(),
      SOLE_TRADER_KEY,
    },
  });
  supervisor.start({
    name: 'credits',
    service: 'credits-service',
    env: { ...(await common()), GRPC_LISTEN: `127.0.0.1:${credits}`, DATABASE_URL: urls.credits },
  });
  for (const replica of REPLICAS) {
    supervisor.start({
      name: `reveal-${replica}`,
      service: 'reveal-service',
      env: {
        ...(await common()),
        GRPC_LISTEN: `127.0.0.1:${reveals[replica]}`,
        DATABASE_URL: urls.reveal,
        DIRECTORY_DATABASE_URL: urls.reveal,
        CREDITS_TARGET: at(proxies.credits),
        RECOVERY_GRACE_MS: String(GRACE_MS),
        RECOVERY_INTERVAL_MS: '400',
      },
    });
  }
  const responseSecret = draw();
  for (const replica of REPLICAS) {
    const baseUrl = baseUrls[replica] as string;
    supervisor.start({
      name: `gateway-${replica}`,
      service: 'gateway',
      env: {
        ...(await common()),
        PUBLIC_HOST: '127.0.0.1',
        PUBLIC_PORT: String(gateways[replica]),
        ADMIN_TOKEN: adminToken,
        DATABASE_URL: urls.gateway,
        SEARCH_TARGET: at(proxies.search),
        REVEAL_TARGET: `ipv4:${at(proxies['reveal-0'])},${at(proxies['reveal-1'])}`,
        CREDITS_TARGET: at(proxies.credits),
        BASE_URL: baseUrl,
        APP_URL: new URL(baseUrl).origin,
        STORED_RESPONSE_SECRET: responseSecret,
        RESPONSE_GUARD_RATIO: '1',
      },
    });
  }
  const adminUrls = adminPorts.map((port) => `http://127.0.0.1:${port}`);
  return {
    baseUrls,
    adminUrl: adminUrls.at(-1) as string,
    adminToken,
    proxies,
    untilReady: async () => {
      await Promise.all(adminUrls.map(untilReady));
    },
    closeProxies: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
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
