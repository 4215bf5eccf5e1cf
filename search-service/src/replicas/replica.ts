import { createPool, type Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { selectPosition, type ServerPosition } from '../sql/select-position.js';
import type { PrimaryPositions } from './positions.js';

/** What the primary said at the check that a replica is compared with. */
export interface PrimaryState {
  readonly positions: PrimaryPositions;
  /** Undefined until the primary has answered for the first time. */
  readonly systemIdentifier: string | undefined;
  /** True: it did not answer this check. */
  readonly isSilent: boolean;
}

/** A server that is asked for its position on a connection of its own, which no reader can take. */
export interface CheckedServer {
  /** Rejects within two seconds when the server does not answer. */
  position(): Promise<ServerPosition>;
  close(): Promise<void>;
}

/** Longest wait for a connection, and longest run of the statement on the server. */
const CHECK_TIMEOUT_MS = 1_000;

export function openChecks(connectionString: string, applicationName: string): CheckedServer {
  const pool = createPool({
    connectionString,
    applicationName,
    maxConnections: 1,
    acquireTimeoutMs: CHECK_TIMEOUT_MS,
    statementTimeoutMs: CHECK_TIMEOUT_MS,
  });
  return {
    async position() {
      const [row] = await selectPosition.run(pool, []);
      if (row === undefined) throw new Error('the server did not say its position');
      return row;
    },
    close: () => pool.end(),
  };
}

export interface ReplicaOptions {
  /** `host:port`. */
  readonly name: string;
  readonly pool: Pool;
  readonly checks: CheckedServer;
  readonly maxLagMs: number;
  readonly logger: Logger;
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
}

/** The one way in which statements use a pool, of those that node-postgres offers. */
export interface PromisingPool {
  query(statement: object): Promise<unknown>;
}

/** One read replica: its pool, and what is known of how far it is behind. */
export class Replica {
  readonly name: string;
  readonly #pool: PromisingPool;
  #inFlight = 0;
  readonly #options: ReplicaOptions;
  /** Every commit before this instant is on the replica. */
  #provenAtMs: number | undefined;
  /** Why it is left out. Undefined: in use. */
  #reason: string | undefined = 'it has not been checked yet';

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.name = options.name;
    this.#pool = options.pool;
  }

  /** Statements under way. */
  get inFlight(): number {
    return this.#inFlight;
  }

  async query(statement: object): Promise<unknown> {
    this.#inFlight += 1;
    try {
      return await this.#pool.query(statement);
    } finally {
      this.#inFlight -= 1;
    }
  }

  /**
   * True while it answers and is proven to lag by no more than the bound, at this moment: a check
   * that is late makes a replica no better.
   */
  get isUsable(): boolean {
    return this.#reason === undefined && (this.lagMs ?? Number.POSITIVE_INFINITY) <= this.#options.maxLagMs;
  }

  /** How far it is behind at most. Undefined until it was compared with its primary. */
  get lagMs(): number | undefined {
    return this.#provenAtMs === undefined ? undefined : this.#options.monotonicMs() - this.#provenAtMs;
  }

  /** Asks the replica how far it is, and compares it with the primary. Never rejects. */
  async check(primary: PrimaryState): Promise<void> {
    try {
      const row = await this.#options.checks.position();
      this.#settle(this.#compare(row, primary));
    } catch (error) {
      this.leaveOut(error);
    }
  }

  /** Leaves it out until the next check that it passes. */
  leaveOut(error: unknown): void {
    this.#settle('it does not answer', error);
  }

  /** Returns the reason to leave it out. */
  #compare(row: ServerPosition, { positions, systemIdentifier, isSilent }: PrimaryState): string | undefined {
    if (!row.isReplica) return 'it is not a replica: it accepts writes of its own';
    if (systemIdentifier === undefined) return 'its primary has not answered yet';
    if (row.systemIdentifier !== systemIdentifier) return 'it is a replica of another primary';
    const replayed = BigInt(row.position);
    // While the primary is silent nobody knows what it has written. Log that has arrived and is not
    // replayed proves that there is more.
    const waits = isSilent && row.received !== null && BigInt(row.received) > replayed;
    if (!waits) this.#provenAtMs = positions.provenAt(replayed) ?? this.#provenAtMs;
    const { maxLagMs } = this.#options;
    const lagMs = this.lagMs ?? Number.POSITIVE_INFINITY;
    // One that was left out comes back well within the bound, so that it does not come and go.
    const bound = this.#reason === undefined ? maxLagMs : maxLagMs / 2;
    return lagMs <= bound ? undefined : 'it is too far behind';
  }

  #settle(reason: string | undefined, error?: unknown): void {
    const before = this.#reason;
    this.#reason = reason;
    if (reason === before) return;
    const { logger } = this.#options;
    const fields = { replica: this.name, lagMs: this.lagMs === undefined ? undefined : Math.round(this.lagMs) };
    if (reason === undefined) logger.info(fields, 'replica in use');
    else logger.warn({ ...fields, reason, ...(error !== undefined && { err: error }) }, 'replica left out');
  }
}
