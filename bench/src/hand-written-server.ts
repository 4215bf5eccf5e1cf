/**
 * Organizations/match as one process of node:http and `pg`, without a framework. The parent sends
 * the options and gets the address.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BASE_PATH, keyStatements, rateLimits } from '@prospecting/gateway';
import { effectiveLimits, hashKey, keyOf, type BucketName } from '@prospecting/openapi';
import { systemClock } from '@prospecting/platform/clock';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import type { SentItem } from './hand-written-answer.js';
import { lookUp, type HandWrittenReads } from './hand-written-lookup.js';

/** The message of the parent. */
export interface HandWrittenMessage {
  /** The URL of a role that may read every schema. */
  readonly databaseUrl: string;
  readonly soleTraderKey: string;
  /** Undefined: requests are counted in memory. */
  readonly redisUrl: string | undefined;
  readonly port: number;
  readonly poolSize: number;
}

/** The answer to the parent. */
export interface HandWrittenAddress {
  readonly baseUrl: string;
}

type Counter = ReturnType<typeof rateLimits.createCounter>;

interface Key {
  readonly keyId: string;
  readonly accountId: string;
  readonly limits: ReturnType<typeof effectiveLimits>;
}

interface Server {
  readonly pool: Pool;
  readonly counter: Counter;
  readonly keys: Map<string, Key>;
  readonly reads: HandWrittenReads;
}

/** As long as the gateway keeps idle connections. */
const KEEP_ALIVE_MS = 65_000;
const PATH = `${BASE_PATH}/organizations/match`;
const COUNTED_IN: ReadonlySet<BucketName> = new Set(['overall', 'search']);

process.once('message', (message: HandWrittenMessage) => {
  void start(message);
});

async function start({ databaseUrl, soleTraderKey, redisUrl, port, poolSize }: HandWrittenMessage): Promise<void> {
  const pool = createPool({
    connectionString: databaseUrl,
    applicationName: 'prospect-bench/hand-written',
    maxConnections: poolSize,
  });
  const counter = rateLimits.createCounter({
    redis: redisUrl === undefined ? undefined : { mode: 'single', url: redisUrl },
    clock: systemClock,
    logger: createLogger({ service: 'prospect-bench', level: 'warn' }),
    registry: new Registry(),
  });
  await counter.start();
  const origin = `http://127.0.0.1:${port}`;
  const server: Server = { pool, counter, keys: new Map(), reads: { pool, soleTraderKey, appUrl: origin } };
  const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true }, (request, response) => {
    serve(server, request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    });
  });
  process.once('SIGTERM', () => process.exit());
  // A killed parent cannot send SIGTERM.
  process.once('disconnect', () => process.exit());
  http.listen(port, '127.0.0.1', () => {
    process.send?.({ baseUrl: origin + BASE_PATH } satisfies HandWrittenAddress);
  });
}

async function serve(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.url !== PATH) return void response.writeHead(404).end();
  const key = await authenticate(server, request.headers.authorization);
  if (key === undefined) return void response.writeHead(401).end();
  const body = await readBody(request);
  const buckets = await server.counter.count(key, COUNTED_IN);
  const rateHeaders = rateLimits.rateHeaders(key.limits, buckets);
  if (buckets.exceeded) return void response.writeHead(429, { ...rateHeaders }).end();
  const { items } = JSON.parse(body) as { readonly items: readonly SentItem[] };
  const { json, creditsRemaining } = await lookUp(server.reads, key.accountId, items);
  response.writeHead(200, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...rateHeaders,
    ...(creditsRemaining !== null && { 'Service-Credits-Remaining': String(creditsRemaining) }),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
  });
  response.end(json);
}

/** Finds a key by the SHA-256 of its secret, in memory from the second request on. */
async function authenticate({ pool, keys }: Server, authorization: string | undefined): Promise<Key | undefined> {
  const secret = keyOf(authorization);
  if (secret === undefined) return undefined;
  const hash = hashKey(secret);
  const name = hash.toString('latin1');
  const known = keys.get(name);
  if (known !== undefined) return known;
  const [row] = await keyStatements.selectSecret.run(pool, [hash]);
  if (row === undefined || row.revokedAt !== null || row.expiresAt !== null || !row.apiEnabled) return undefined;
  const key = { keyId: row.keyId, accountId: row.accountId, limits: effectiveLimits(row.limits) };
  keys.set(name, key);
  return key;
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}
