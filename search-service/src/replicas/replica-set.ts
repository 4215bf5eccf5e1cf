import { DomainError } from '@prospecting/platform/errors';
import { createPool, fromPostgres, isPostgresError, type Pool, type Queryable } from '@prospecting/platform/postgres';
import type { ServingContext } from '@prospecting/platform/serving';
import { Gauge, type Registry } from '@prospecting/platform/telemetry';
import { replicaName, type ReplicasConfig } from './config.js';
import type { DirectoryReader } from './directory-reader.js';
import { createPositions } from './positions.js';
import { openChecks, Replica, type PrimaryState, type PromisingPool } from './replica.js';

export interface ReplicaSetOptions {
  readonly primary: { readonly pool: Pool; readonly url: string };
  readonly replicas: ReplicasConfig;
  /** Connections to each replica. */
  readonly poolSize: number;
  readonly context: ServingContext;
}

/** The longest time between two checks. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * A statement that failed later has used up its caller's time: repeating it would only add to the
 * load.
 */
const RETRY_WITHIN_MS = 1_000;

/**
 * Reads the directory from its replicas, and from the primary while no replica can be used.
 * [Decision 23](../../../docs/decisions/0023-read-replicas.md) says how far behind is measured.
 */
export function readFromReplicas({ primary, replicas, poolSize, context }: ReplicaSetOptions): DirectoryReader {
  const { logger, registry, name: service } = context;
  const monotonicMs = (): number => performance.now();
  const primaryChecks = openChecks(primary.url, `${service}/checks`);
  const set = replicas.urls.map((url) => {
    const name = replicaName(url);
    const pool = createPool({
      connectionString: url,
      applicationName: `${service}/${name}`,
      maxConnections: poolSize,
      registry,
      onIdleError: (error) => logger.warn({ err: error, replica: name }, 'idle replica connection lost'),
    });
    const checks = openChecks(url, `${service}/checks`);
    const replica = new Replica({ name, pool, checks, maxLagMs: replicas.maxLagMs, logger, monotonicMs });
    return { replica, close: () => Promise.all([pool.end(), checks.close()]) };
  });
  const all = set.map(({ replica }) => replica);
  registerMetrics(all, registry);

  const positions = createPositions();
  let systemIdentifier: string | undefined;
  async function askPrimary(): Promise<PrimaryState> {
    const askedAtMs = monotonicMs();
    try {
      const row = await primaryChecks.position();
      systemIdentifier = row.systemIdentifier;
      positions.note(BigInt(row.position), askedAtMs);
      return { positions, systemIdentifier, isSilent: false };
    } catch {
      positions.noteSilence(askedAtMs);
      return { positions, systemIdentifier, isSilent: true };
    }
  }

  const check = async (): Promise<void> => {
    // The primary first: a replica is compared with what was written before it is asked.
    const state = await askPrimary();
    await Promise.all(all.map((replica) => replica.check(state)));
  };
  const repeated = repeat(check, Math.min(CHECK_INTERVAL_MS, replicas.maxLagMs / 4));
  return {
    forCall: () => new CallReader(all, primary.pool) as unknown as Queryable,
    primary: primary.pool,
    hasUsableReplica: () => all.some((replica) => replica.isUsable),
    start: () => repeated.start(),
    async close() {
      await repeated.stop();
      await Promise.all([primary.pool.end(), primaryChecks.close(), ...set.map((each) => each.close())]);
    },
  };
}

/** Runs the statements of one call on one server: the usable replica with the fewest statements. */
class CallReader {
  readonly #replicas: readonly Replica[];
  readonly #primary: PromisingPool;
  #server: Replica | undefined;
  #isChosen = false;

  constructor(replicas: readonly Replica[], primary: Pool) {
    this.#replicas = replicas;
    this.#primary = primary;
  }

  async query(statement: object): Promise<unknown> {
    if (!this.#isChosen) this.#choose(undefined);
    const server = this.#server;
    if (server === undefined) return this.#primary.query(statement);
    const startedAt = performance.now();
    try {
      return await server.query(statement);
    } catch (error) {
      if (performance.now() - startedAt > RETRY_WITHIN_MS || !isFailureOfServer(error)) throw error;
      if (isLost(error)) server.leaveOut(error);
      this.#choose(server);
      return (this.#server ?? this.#primary).query(statement);
    }
  }

  #choose(except: Replica | undefined): void {
    this.#isChosen = true;
    this.#server = leastBusy(this.#replicas.filter((replica) => replica !== except && replica.isUsable));
  }
}

let turn = 0;

/** Returns the replica with the fewest statements under way; those with equally many take turns. */
function leastBusy(usable: readonly Replica[]): Replica | undefined {
  turn = (turn + 1) % Number.MAX_SAFE_INTEGER;
  let best: Replica | undefined;
  for (let index = 0; index < usable.length; index += 1) {
    const replica = usable[(turn + index) % usable.length];
    if (replica !== undefined && (best === undefined || replica.inFlight < best.inFlight)) best = replica;
  }
  return best;
}

/**
 * True for failures that say nothing about the statement: a connection that broke, a server that
 * stops or starts, and a replica that cancels a statement because of what it has to replay (40001,
 * 40P01, 57P04).
 */
function isFailureOfServer(error: unknown): boolean {
  return fromPostgres(error) instanceof DomainError;
}

/** True when the server is gone. False when it answered, with an error of this statement. */
function isLost(error: unknown): boolean {
  return !isPostgresError(error) || /^(08|57P0[1-3]|58)/.test(error.code);
}

function registerMetrics(replicas: readonly Replica[], registry: Registry): void {
  new Gauge({
    name: 'prospect_replica_lag_seconds',
    help: 'How far a read replica is behind its primary at most. Absent until it was compared.',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name, lagMs } of replicas) if (lagMs !== undefined) this.set({ replica: name }, lagMs / 1_000);
    },
  });
  new Gauge({
    name: 'prospect_replica_in_use',
    help: '1 while a read replica serves, 0 while it is left out.',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name, isUsable } of replicas) this.set({ replica: name }, isUsable ? 1 : 0);
    },
  });
}

/** Repeats work with a pause after each run. */
function repeat(work: () => Promise<void>, pauseMs: number): { start(): Promise<void>; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const run = (): Promise<void> => {
    running = work().then(() => {
      if (!stopped) timer = setTimeout(() => void run(), pauseMs);
    });
    return running;
  };
  return {
    start: run,
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
