import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@prospecting/platform/ports';
import { eventually } from '@prospecting/platform/testing';
import { Redis, type RedisOptions } from 'ioredis';

/** One Redis process of a test. */
export interface RedisServer {
  readonly port: number;
  /** Sends one command to this process, whatever its role. */
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  /** Ends the process as the loss of its machine does. */
  kill(): Promise<void>;
}

/** Starts Redis processes and deletes their data when they are stopped. */
export interface RedisServers {
  /** Starts a process with the given lines of redis.conf, and more by role. */
  start(lines: readonly string[], options?: StartOptions): Promise<RedisServer>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly sentinel?: boolean;
  /** How the test itself connects. */
  readonly client?: RedisOptions;
  /** Default: a free one. */
  readonly port?: number;
}

export async function openRedisServers(): Promise<RedisServers> {
  const home = await mkdtemp(path.join(tmpdir(), 'prospect-redis-'));
  const processes: ChildProcess[] = [];
  const clients: Redis[] = [];
  return {
    async start(lines, { sentinel = false, client = {}, port: given } = {}) {
      const [free = 0] = await freePorts(1);
      const port = given ?? free;
      const file = path.join(home, `${port}.conf`);
      const all = ['bind 127.0.0.1', 'save ""', `dir ${home}`, `cluster-config-file nodes-${port}.conf`, ...lines];
      const own = sentinel ? all.filter((line) => !line.startsWith('cluster') && !line.startsWith('save')) : all;
      await writeFile(
        file,
        [...own, ...(lines.some((line) => /^(tls-)?port /.test(line)) ? [] : [`port ${port}`])].join('\n'),
      );
      const server = spawn('redis-server', [file, ...(sentinel ? ['--sentinel'] : [])], { stdio: 'ignore' });
      processes.push(server);
      const redis = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50, ...client });
      redis.on('error', () => {});
      clients.push(redis);
      if (
        (await eventually(
          () => redis.ping().catch(() => 'none'),
          (answer) => answer === 'PONG',
        )) !== 'PONG'
      )
        throw new Error(`redis-server on port ${port} does not answer`);
      return {
        port,
        call: (command, ...args) => redis.call(command, ...args),
        async kill() {
          redis.disconnect();
          const exited = once(server, 'exit');
          server.kill('SIGKILL');
          await exited;
        },
      };
    },
    async stop() {
      for (const redis of clients) redis.disconnect();
      await Promise.all(
        processes.map(async (server) => {
          if (server.exitCode !== null || server.signalCode !== null) return;
          const exited = once(server, 'exit');
          server.kill('SIGKILL');
          await exited;
        }),
      );
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A cluster of three primaries, the first of which has a replica. */
export interface RedisCluster {
  readonly primaries: readonly RedisServer[];
  readonly replica: RedisServer;
}

const SLOTS = 16_384;

export async function startRedisCluster(servers: RedisServers): Promise<RedisCluster> {
  const buses = await freePorts(4);
  const nodes: RedisServer[] = [];
  for (const bus of buses)
    nodes.push(await servers.start(['cluster-enabled yes', 'cluster-node-timeout 1000', `cluster-port ${bus}`]));
  const [one, two, three, replica] = nodes;
  if (one === undefined || two === undefined || three === undefined || replica === undefined)
    throw new Error('no nodes');
  const primaries = [one, two, three];
  for (const [index, node] of primaries.entries()) {
    const from = Math.floor((index * SLOTS) / primaries.length);
    await node.call('CLUSTER', 'ADDSLOTSRANGE', from, Math.floor(((index + 1) * SLOTS) / primaries.length) - 1);
  }
  for (const [index, node] of nodes.entries())
    if (index > 0) await one.call('CLUSTER', 'MEET', '127.0.0.1', node.port, buses[index] ?? 0);
  await untilEach(nodes, async (node) => String(await node.call('CLUSTER', 'INFO')).includes('cluster_known_nodes:4'));
  const id = String(await one.call('CLUSTER', 'MYID'));
  await untilEach([replica], async () => (await replica.call('CLUSTER', 'REPLICATE', id).catch(() => '')) === 'OK');
  await untilEach(nodes, async (node) => String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  await untilEach([replica], async () => String(await replica.call('INFO', 'replication')).includes('link_status:up'));
  return { primaries, replica };
}

async function untilEach(
  nodes: readonly RedisServer[],
  isTrue: (node: RedisServer) => Promise<boolean>,
): Promise<void> {
  for (const node of nodes)
    if (!(await eventually(() => isTrue(node), Boolean, { timeoutMs: 20_000, intervalMs: 50 })))
      throw new Error(`the Redis node on port ${node.port} does not join`);
}
