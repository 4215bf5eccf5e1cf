import type { Server } from 'node:http';
import type { Clock, GuardedClock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import { createRetention } from '@prospecting/platform/retention';
import {
  isMigrated,
  openDatabase,
  openGuardedClock,
  toleratedOncePassed,
  type Application,
  type Dependencies,
  type Transport,
} from '@prospecting/platform/serving';
import { creditsReader, revealSpender, revealViewer, searchService } from '@prospecting/protos';
import { createAuthenticator, createRevocationCheck, UNSEEN_KEYS, type Authenticator } from './api-keys/index.js';
import { createGateway } from './app.js';
import type { Config } from './config.js';
import { createPublicServer, measureConnections } from './http/public-server.js';
import { createResponseStore, LOCK_TIMEOUT_MS, type ResponseStore } from './idempotency/index.js';
import { ACCOUNTS_NEEDS, edgeSchema } from './migrations/index.js';
import { createMissedNumbers, type MissedNumbers } from './privacy/index.js';
import { createCounter, type Counter } from './rate-limits/index.js';
import { createRequestLog, type RequestLog } from './request-log/index.js';
import { gatewayRetentionJobs } from './retention/retention-jobs.js';
import type { Backends } from './upstream/index.js';

/** What it deletes holds personal data or its hashes, and is kept no longer than promised. */
const RETENTION_INTERVAL_MS = 5 * 60_000;

/**
 * Builds the public edge from its databases, its rate counter and the services behind it. Only its
 * clock runs; nothing listens yet.
 */
export function buildApplication(dependencies: Dependencies<Config>): Application {
  const { config, clock: given, name, logger, registry } = dependencies;
  const context = { name, logger, registry };
  const edge = openDatabase(config.database, context, { lockTimeoutMs: LOCK_TIMEOUT_MS });
  const accounts = openDatabase(config.accounts, { ...context, name: `${context.name}/accounts` });
  const unseenKeys = openDatabase(
    { ...config.accounts, poolSize: UNSEEN_KEYS.connections },
    { ...context, name: `${context.name}/unseen-keys` },
    UNSEEN_KEYS.timeouts,
  );
  const business = openGuardedClock(edge, context, given);
  const parts = buildParts(dependencies, { edge, accounts, unseenKeys, clock: business.clock });
  const areAccountsMigrated = isMigrated(accounts, ACCOUNTS_NEEDS);
  const retention = createRetention({
    jobs: gatewayRetentionJobs({ ...parts, pool: edge, clock: business.clock }),
    logger,
    registry,
    intervalMs: RETENTION_INTERVAL_MS,
    atStart: true,
  });
  return {
    publicServer: parts.publicServer,
    checks: {
      // A gateway without a database still serves its cached keys for a while, and an outage of the
      // database must not take every gateway out of service.
      database: toleratedOncePassed(isMigrated(edge, edgeSchema, registry)),
      accounts: toleratedOncePassed(
        async () => (await areAccountsMigrated()) ?? (await parts.authenticator.rehearsed()),
      ),
      clock: business.isInStep,
      ...(dependencies.config.redis !== undefined && { redis: parts.counter.check }),
    },
    async start() {
      const { authenticator, counter, requestLog } = parts;
      // The request log creates its partitions when the time is known.
      await Promise.all([authenticator.start(), counter.start(), business.asked.then(() => requestLog.start())]);
      retention.start();
    },
    async close(limitMs) {
      const within = limitMs / 2;
      await Promise.all([parts.requestLog, parts.responseStore, retention].map((part) => part.stop(within)));
      await parts.authenticator.stop();
      parts.counter.stop();
      business.stop();
      await Promise.all([edge.end(), accounts.end(), unseenKeys.end()]);
    },
  };
}

interface Databases {
  readonly edge: Pool;
  readonly accounts: Pool;
  readonly unseenKeys: Pool;
  readonly clock: GuardedClock;
}

interface Parts {
  readonly authenticator: Authenticator;
  readonly counter: Counter;
  readonly requestLog: RequestLog;
  readonly responseStore: ResponseStore;
  readonly missedNumbers: MissedNumbers;
  readonly publicServer: Server;
}

function buildParts(dependencies: Dependencies<Config>, { edge, accounts, unseenKeys, clock }: Databases): Parts {
  const { config, logger, registry } = dependencies;
  const context = { logger, registry, clock: lenient(clock) };
  const secrets = config.storedResponseSecrets;
  const authenticator = createAuthenticator({
    ...context,
    pool: accounts,
    unseenKeysPool: unseenKeys,
    databaseUrlForListening: config.accounts.listenUrl,
  });
  const counter = createCounter({ ...context, redis: config.redis });
  // By the guarded clock, so that a wrong clock creates no partitions of distant days.
  const requestLog = createRequestLog({ ...context, clock, pool: edge });
  const isRevoked = createRevocationCheck(accounts);
  const responseStore = createResponseStore({ ...context, clock, on: edge, secrets, isRevoked });
  const missedNumbers = createMissedNumbers({ ...context, pool: edge, secrets });
  const upstream = connect(dependencies.transport, config);
  const parts = { authenticator, counter, requestLog, responseStore, missedNumbers };
  const gateway = createGateway({ ...config, ...context, ...parts, upstream });
  const publicServer = createPublicServer(gateway.callback(), config.serving.public);
  measureConnections(publicServer, registry);
  return { ...parts, publicServer };
}

/**
 * Connects to the only services that the edge may call. None of them can create keys, accounts,
 * credits or prices.
 */
function connect(transport: Transport, { targets, channels }: Config): Backends {
  const search = { name: 'search-service', target: targets.search, channels };
  const reveal = { name: 'reveal-service', target: targets.reveal, channels };
  const credits = { name: 'credits-service', target: targets.credits, channels };
  const streams = { sharesStream: true };
  return {
    search: transport.connect(searchService, { ...search, ...streams }),
    revealViewer: transport.connect(revealViewer, { ...reveal, ...streams }),
    revealSpender: transport.connect(revealSpender, { ...reveal, ...streams }),
    creditsReader: transport.connect(creditsReader, { ...credits, ...streams }),
  };
}

/**
 * Returns a clock for work that moves no money. While the guarded clock throws, it returns the
 * database's time, or the time of this process when the database's is unknown.
 */
function lenient(clock: GuardedClock): Clock {
  return { now: () => attempt(() => clock.now()) ?? attempt(() => clock.databaseNow()) ?? new Date() };
}

function attempt(read: () => Date): Date | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
