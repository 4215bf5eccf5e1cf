import { setTimeout as pause } from 'node:timers/promises';
import { createCreditsLedger, createCreditsReader } from '@prospecting/credits-service';
import type { Stack, StackOptions } from '@prospecting/embedded';
import { BASE_PATH, serveGateway } from '@prospecting/gateway';
import { startGuardedClock, systemClock, type GuardedClock } from '@prospecting/platform/clock';
import { createClient, createServer, served, type ServedService } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { openDatabase } from '@prospecting/platform/serving';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import {
  creditsLedger,
  creditsReader,
  revealAdmin,
  revealSpender,
  revealViewer,
  searchService,
} from '@prospecting/protos';
import { createRevealAdmin, createRevealViewer, createSpending, DEFAULT_RECOVERY } from '@prospecting/reveal-service';
import { createSearchService } from '@prospecting/search-service';
import { openLine, type Line } from './line.js';

/** The way from the gateway to each service. */
export interface ServiceLines {
  readonly search: Line;
  readonly reveal: Line;
  readonly credits: Line;
}

/**
 * A stack whose services are reached over lines that can be cut, as if each ran on a machine of its own: what no stack in one
 * process can lose.
 */
export async function startServicesApart(options: StackOptions): Promise<{ stack: Stack; lines: ServiceLines }> {
  const { databases, secrets, poolSize = 4 } = options;
  const logger = options.logger ?? createLogger({ service: 'e2e', level: 'silent' });
  const parts = { logger, registry: new Registry() };
  const stops: (() => Promise<void> | void)[] = [];

  const open = (name: string, url: string) => {
    const pool = openDatabase({ url, poolSize }, { ...parts, name });
    stops.push(() => pool.end());
    return pool;
  };
  const guard = async (pool: Pool): Promise<GuardedClock> => {
    const guarded = startGuardedClock({ clock: systemClock, pool, name: 'credits', logger });
    stops.push(() => guarded.stop());
    await guarded.asked;
    return guarded;
  };
  const serve = async (...services: ServedService[]): Promise<Line> => {
    const server = createServer({ services, logger });
    const line = await openLine(`http://127.0.0.1:${await server.listen('127.0.0.1:0')}`);
    stops.push(() => server.drain(1_000));
    stops.push(() => line.cut());
    return line;
  };
  const call = <Definition extends Parameters<typeof createClient>[0]>(definition: Definition, { port }: Line) => {
    const client = createClient(definition, { target: `127.0.0.1:${port}` });
    stops.push(() => client.close());
    return client.service;
  };

  const creditsPool = open('credits-service', databases.credits);
  const revealPool = open('reveal-service', databases.reveal);
  const searchPool = open('search-service', databases.search);
  const clock = options.clock ?? (await guard(creditsPool));
  const context = { ...parts, clock };
  const credits = await serve(
    served(creditsReader, createCreditsReader({ pool: creditsPool, clock })),
    served(creditsLedger, createCreditsLedger({ pool: creditsPool, clock })),
  );
  const spending = createSpending(
    {
      ...context,
      revealPool,
      directoryPool: revealPool,
      credits: { reader: call(creditsReader, credits), ledger: call(creditsLedger, credits) },
      pause,
    },
    DEFAULT_RECOVERY,
  );
  stops.push(() => spending.stop(1_000));
  const lines = {
    search: await serve(served(searchService, createSearchService({ ...secrets, pool: searchPool }))),
    reveal: await serve(
      served(revealViewer, createRevealViewer({ revealPool, directoryPool: revealPool, clock })),
      served(revealSpender, spending.spender),
      served(revealAdmin, createRevealAdmin({ revealPool })),
    ),
    credits,
  };
  // Nothing here is asked for its own address.
  const publicUrl = 'http://gateway.example';
  const gateway = await serveGateway(
    {
      public: { host: '127.0.0.1', port: 0 },
      admin: { host: '127.0.0.1', port: 0, token: secrets.adminToken },
      database: { url: databases.gateway, poolSize, listenUrl: databases.gateway },
      baseUrl: publicUrl + BASE_PATH,
      appUrl: publicUrl,
      responseGuard: { ratio: 1, onViolation: 'throw' },
      storedResponseSecrets: secrets.storedResponseSecrets,
    },
    {
      search: call(searchService, lines.search),
      revealViewer: call(revealViewer, lines.reveal),
      revealSpender: call(revealSpender, lines.reveal),
      revealAdmin: call(revealAdmin, lines.reveal),
      creditsReader: call(creditsReader, lines.credits),
      creditsLedger: call(creditsLedger, lines.credits),
    },
    { ...context, name: 'gateway' },
  );
  const listening = `http://127.0.0.1:${gateway.publicPort}`;
  const stack: Stack = {
    publicUrl: listening,
    baseUrl: listening + BASE_PATH,
    adminUrl: `http://127.0.0.1:${gateway.adminPort}`,
    adminToken: secrets.adminToken,
    databaseUrl: databases.importer,
    async stop(limitMs = 5_000) {
      await gateway.stop(limitMs);
      for (const stop of stops.reverse()) await stop();
    },
  };
  return { stack, lines };
}
