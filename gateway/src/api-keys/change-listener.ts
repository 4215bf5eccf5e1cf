import type { Clock } from '@prospecting/platform/clock';
import { createPool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import type { KeyChange } from './authenticated-key.js';
import { subscribe, type Subscription } from './subscription.js';

export interface ChangeListenerOptions {
  /** Straight to the database or through a session pool: notifications do not pass a transaction pool. */
  readonly connectionString: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told of each change; `undefined` is one that it cannot read (a newer version's): forget everything. */
  readonly onChange: (change: KeyChange | undefined) => void;
  /** Called once each time that notifications begin to arrive, after any gap. */
  readonly onListening: () => void;
  /** How long after a proof that notifications arrive the next one is asked for. Default 3 000. */
  readonly heartbeatMs?: number;
  /** Longest that the server works on an answer; a second later the connection counts as lost. Default 2 000. */
  readonly statementTimeoutMs?: number;
  /** How long a proof holds, whatever happens to the connection or its timers. Default 10 000. */
  readonly proofHoldsMs?: number;
  /** First wait before a new attempt; it doubles up to 5 s. Default 100. */
  readonly reconnectDelayMs?: number;
}

/** Hears of changes of keys and accounts, on a connection of its own, for as long as there is a database. */
export interface ChangeListener {
  /** Whether every change up to `proofHoldsMs` ago has been told, for certain. */
  isListening(): boolean;
  /** When the last proof was asked for: changes up to then have been told. */
  lastHeardAt(): Date;
  /** Resolves after the first attempt, whatever its outcome. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'edge_key_changes';
const MAX_RECONNECT_DELAY_MS = 5_000;

export function createChangeListener(options: ChangeListenerOptions): ChangeListener {
  const { clock, logger, heartbeatMs = 3_000, statementTimeoutMs = 2_000, proofHoldsMs = 10_000 } = options;
  // A pool of one: its connection attempts and statements have deadlines.
  const pool = createPool({
    connectionString: options.connectionString,
    applicationName: 'prospect-gateway-listener',
    maxConnections: 1,
    statementTimeoutMs,
  });
  const nextDelayMs = createBackoff(options.reconnectDelayMs ?? 100);
  let subscription: Subscription | undefined;
  let proof = { at: new Date(0), monotonicMs: -Infinity };
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let stopped = false;

  async function connect(): Promise<void> {
    try {
      const opened = await subscribe(pool, {
        channel: CHANNEL,
        heartbeatMs,
        onPayload: (payload) => options.onChange(readChange(payload)),
        proofTimeoutMs: statementTimeoutMs + 1_000,
        beginProof: () => {
          const asked = { at: clock.now(), monotonicMs: performance.now() };
          return () => {
            proof = asked;
          };
        },
        onLost: retry,
      });
      if (stopped) return opened.close();
      subscription = opened;
      if (failing) logger.info('listening for changes of keys again');
      failing = false;
      nextDelayMs.reset();
      options.onListening();
    } catch (error) {
      retry(error);
    }
  }

  function retry(error: unknown): void {
    subscription = undefined;
    if (stopped) return;
    if (!failing) logger.error({ err: error }, 'not listening for changes of keys: every request asks the database');
    failing = true;
    timer = setTimeout(() => void connect(), nextDelayMs());
    timer.unref();
  }

  return {
    isListening: () => subscription !== undefined && performance.now() - proof.monotonicMs < proofHoldsMs,
    lastHeardAt: () => proof.at,
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      subscription?.close();
      subscription = undefined;
      await pool.end();
    },
  };
}

/** Doubling delays, each at random between half and whole, so that gateways do not return all at once. */
function createBackoff(firstMs: number): (() => number) & { reset(): void } {
  let delayMs = firstMs;
  const next = (): number => {
    const drawn = delayMs * (0.5 + Math.random() / 2);
    delayMs = Math.min(MAX_RECONNECT_DELAY_MS, delayMs * 2);
    return drawn;
  };
  const reset = (): void => {
    delayMs = firstMs;
  };
  return Object.assign(next, { reset });
}

const CHANGE = /^(key|account):([0-9a-f-]{36})$/;

function readChange(payload: string | undefined): KeyChange | undefined {
  const match = CHANGE.exec(payload ?? '');
  if (match === null) return undefined;
  const id = match[2] as string;
  return match[1] === 'key' ? { keyId: id } : { accountId: id };
}
