import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseUrls } from '@prospecting/embedded';
import { freePorts } from '@prospecting/platform/ports';
import { openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';
import type { FaultyDatabase } from './database.js';
import { SOLE_TRADER_KEY } from './directory/importer.js';
import type { Service } from './services.js';
import type { ProcessSpec, Supervisor } from './supervisor.js';

/**
 * Two replicas of gateway, admin-service, reveal-service and credits-service, and one
 * search-service. Each is a process, and every connection between two of them goes through a proxy.
 */
export interface FaultyInstallation {
  readonly gateways: readonly { readonly name: string; readonly baseUrl: string }[];
  /** The admin API of one admin-service, without a proxy. */
  readonly directAdminUrl: string;
  /** The admin APIs of all admin-services, behind proxies that lose replies. */
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
  /** The proxies, by the process behind them. */
  readonly proxies: Readonly<Record<string, TcpProxy>>;
  /** The processes whose clock can be wrong, by service. */
  readonly replicas: Readonly<Partial<Record<Service, readonly string[]>>>;
  /** Returns the status of a process's /readyz; `undefined` without an answer. */
  readiness(name: string): Promise<number | undefined>;
  untilReady(): Promise<void>;
  closeProxies(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const REPLICAS = [0, 1] as const;

export async function startInstallation(database: FaultyDatabase, supervisor: Supervisor): Promise<FaultyInstallation> {
  const ways = await openWays();
  const draw = (): string => randomBytes(24).toString('hex');
  const secrets: Secrets = { adminToken: draw(), cursorKey: draw(), responseSecret: draw() };
  const specs = specsOf(ways, database.urls, secrets);
  for (const spec of specs) {
    const env = { ...spec.env, ADMIN_PORT: String(ways.adminPorts[spec.name]), LOG_LEVEL: 'warn' };
    supervisor.start({ ...spec, env });
  }
  const adminUrlOf = (name: string): string => `http://127.0.0.1:${ways.adminPorts[name]}`;
  return {
    gateways: REPLICAS.map((replica) => ({ name: `gateway-${replica}`, baseUrl: baseUrlOf(ways.gateways[replica]) })),
    directAdminUrl: adminUrlOf('admin-0'),
    adminUrls: REPLICAS.map((replica) => `http://${at(ways.proxies[`admin-${replica}`])}`),
    adminToken: secrets.adminToken,
    proxies: ways.proxies,
    replicas: {
      gateway: ['gateway-0', 'gateway-1'],
      'admin-service': ['admin-0', 'admin-1'],
      'reveal-service': ['reveal-0', 'reveal-1'],
      'credits-service': ['credits-0', 'credits-1'],
    },
    readiness: (name) => readiness(adminUrlOf(name)),
    untilReady: async () => {
      await Promise.all(specs.map(({ name }) => untilReady(adminUrlOf(name))));
    },
    closeProxies: async () => {
      await Promise.all(Object.values(ways.proxies).map((proxy: TcpProxy) => proxy.close()));
    },
  };
}

/** The ports of all processes, and the proxies in front of them. */
type Ways = Awaited<ReturnType<typeof openWays>>;

type Pair = readonly [number, number];

async function openWays() {
  const admins = ['search', ...REPLICAS.flatMap((n) => [`reveal-${n}`, `credits-${n}`, `gateway-${n}`, `admin-${n}`])];
  const [search, reveal0, reveal1, credits0, credits1, gateway0, gateway1, ...adminOnes] = (await freePorts(
    7 + admins.length,
  )) as [number, number, number, number, number, number, number, ...number[]];
  const [reveals, credits, gateways]: [Pair, Pair, Pair] = [
    [reveal0, reveal1],
    [credits0, credits1],
    [gateway0, gateway1],
  ];
  const adminPorts = Object.fromEntries(admins.map((name, index) => [name, adminOnes[index] as number]));
  const adminOf = (name: string) => openTcpProxy(() => adminPorts[name] as number);
  const proxies = {
    search: await openTcpProxy(() => search),
    'credits-0': await openTcpProxy(() => credits[0]),
    'credits-1': await openTcpProxy(() => credits[1]),
    'reveal-0': await openTcpProxy(() => reveals[0]),
    'reveal-1': await openTcpProxy(() => reveals[1]),
    'admin-0': await adminOf('admin-0'),
    'admin-1': await adminOf('admin-1'),
  };
  return { search, credits, reveals, gateways, adminPorts, proxies };
}

interface Secrets {
  readonly adminToken: string;
  readonly cursorKey: string;
  readonly responseSecret: string;
}

/** Sets only what production sets. So recovery, for example, waits as long as in production. */
function specsOf(ways: Ways, urls: DatabaseUrls, { adminToken, cursorKey, responseSecret }: Secrets): ProcessSpec[] {
  const { search, credits, reveals, gateways, proxies } = ways;
  const creditsTarget = `ipv4:${at(proxies['credits-0'])},${at(proxies['credits-1'])}`;
  const revealTarget = `ipv4:${at(proxies['reveal-0'])},${at(proxies['reveal-1'])}`;
  const searchSpec: ProcessSpec = {
    name: 'search',
    service: 'search-service',
    env: { GRPC_LISTEN: `127.0.0.1:${search}`, DATABASE_URL: urls.search, CURSOR_KEYS: cursorKey, SOLE_TRADER_KEY },
  };
  const creditsSpecs = credits.map((port, replica): ProcessSpec => ({
    name: `credits-${replica}`,
    service: 'credits-service',
    env: { GRPC_LISTEN: `127.0.0.1:${port}`, DATABASE_URL: urls.credits },
  }));
  const revealSpecs = reveals.map((port, replica): ProcessSpec => ({
    name: `reveal-${replica}`,
    service: 'reveal-service',
    env: {
      GRPC_LISTEN: `127.0.0.1:${port}`,
      DATABASE_URL: urls.reveal,
      DIRECTORY_DATABASE_URL: urls.reveal,
      CREDITS_TARGET: creditsTarget,
    },
  }));
  const gatewaySpecs = gateways.map((port, replica): ProcessSpec => ({
    name: `gateway-${replica}`,
    service: 'gateway',
    env: {
      PUBLIC_HOST: '127.0.0.1',
      PUBLIC_PORT: String(port),
      DATABASE_URL: urls.gateway,
      SEARCH_TARGET: at(proxies.search),
      REVEAL_TARGET: revealTarget,
      CREDITS_TARGET: creditsTarget,
      BASE_URL: baseUrlOf(port),
      APP_URL: new URL(baseUrlOf(port)).origin,
      STORED_RESPONSE_SECRET: responseSecret,
      RESPONSE_GUARD_RATIO: '1',
    },
  }));
  const adminSpecs = REPLICAS.map((replica): ProcessSpec => ({
    name: `admin-${replica}`,
    service: 'admin-service',
    env: {
      ADMIN_TOKEN: adminToken,
      DATABASE_URL: urls.admin,
      REVEAL_TARGET: revealTarget,
      CREDITS_TARGET: creditsTarget,
      DOCS_URL: `${new URL(baseUrlOf(gateways[replica])).origin}/docs`,
    },
  }));
  return [searchSpec, ...creditsSpecs, ...revealSpecs, ...gatewaySpecs, ...adminSpecs];
}

function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}/external/v1`;
}

function at({ port }: TcpProxy): string {
  return `127.0.0.1:${port}`;
}

async function readiness(adminUrl: string): Promise<number | undefined> {
  const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  return response?.status;
}

async function untilReady(adminUrl: string): Promise<void> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    if ((await readiness(adminUrl)) === 200) return;
    await delay(POLL_MS);
  }
  throw new Error(`${adminUrl} did not get ready`);
}
