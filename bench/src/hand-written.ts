import { LOCAL_POOL_SIZE } from '@prospecting/embedded';
import { freePort } from '@prospecting/platform/ports';
import { SOLE_TRADER_KEY } from './dataset.js';
import type { HandWrittenAddress, HandWrittenMessage } from './hand-written-server.js';
import { nextMessage, startProcess } from './processes.js';

export interface HandWrittenOptions {
  /** The URL of a role that may read every schema. */
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly logDir: string;
  readonly profileDir: string | undefined;
}

/** A running hand-written process. */
export interface HandWritten extends HandWrittenAddress {
  readonly pid: number;
  stop(): Promise<void>;
}

/** As many connections as all pools together that serve a lookup of the product in one process. */
const POOL_SIZE = 4 * LOCAL_POOL_SIZE;

/**
 * Starts the process that a developer would write for lookups alone: node:http and `pg`, the same
 * keys, rate buckets, reads and answer, and nothing else of the product.
 */
export async function startHandWritten(
  { databaseUrl, redisUrl, ...places }: HandWrittenOptions,
  signal: AbortSignal,
): Promise<HandWritten> {
  const entry = new URL('hand-written-server.js', import.meta.url);
  const server = await startProcess({ ...places, name: 'hand-written', entry });
  try {
    const port = await freePort();
    const options = { databaseUrl, redisUrl, soleTraderKey: SOLE_TRADER_KEY, port, poolSize: POOL_SIZE };
    server.child.send(options satisfies HandWrittenMessage);
    const { baseUrl } = (await nextMessage(server, signal)) as HandWrittenAddress;
    return { baseUrl, pid: server.child.pid ?? 0, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
