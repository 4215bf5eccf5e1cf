import type { Clock } from '@prospecting/platform/clock';
import { createPool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { createBackoff } from '@prospecting/platform/timing';
import type { KeyChange } from './authenticated-key.js';
import { subscribe, type Subscription } from './subscription.js';

export interface ChangeListenerOptions {
  /**
   * Reaches the database directly or through a pooler in session mode. A pooler in transaction mode
   * drops notifications.
   */
  readonly connectionString: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Called for each change. `undefined` is a change that this version cannot read: invalidate
   * everything.
   */
  readonly onChange: (change: KeyChange | undefined) => void;
  /** Called each time that notifications begin to arrive, also after a gap. */
  readonly onListening: () => void;
  /** Time from one proof that notifications arrive to the next. Default: 3 000. */
  readonly heartbeatMs?: number;
  /**
   * Longest that the server works on a statement. A second later the connection counts as lost.
   * Default: 2 000.
   */
  readonly statementTimeoutMs?: number;
  /** How long a proof is valid, even when the connection or its timers hang. Default: 10 000. */
  readonly proofHoldsMs?: number;
  /** First wait before a new attempt. It doubles up to 5 s. Default: 100. */
  readonly reconnectDelayMs?: number;
}

/**
 * Receives changes of keys and accounts on a separate connection, and reconnects until it is
 * stopped.
 */
export interface ChangeListener {
  /** Returns true when every change up to `proofHoldsMs` ago has certainly arrived. */
  isListening(): boolean;
  /** Returns when the last proof was requested. All earlier changes have arrived. */
  lastHeardAt(): Date;
  /** Resolves after the first attempt, even when it failed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'accounts_changes';
const MAX_RECONNECT_DELAY_MS = 5_000;

export function createChangeListener(options: ChangeListenerOptions): ChangeListener {
  const { clock, logger, heartbeatMs = 3_000, statementTimeoutMs = 2_000, proofHoldsMs = 10_000 } = options;
  // A pool of one connection gives connection attempts and statements their deadlines.
  const pool = createPool({
    connectionString: options.connectionString,
    applicationName: 'prospect-gateway-listener',
    maxConnections: 1,
    statementTimeoutMs,
  });
  const backoff = createBackoff({ firstMs: options.reconnectDelayMs ?? 100, maxMs: MAX_RECONNECT_DELAY_MS });
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
      if (failing) logger.info('listening for changes of keys again: the cache is used');
      failing = false;
      backoff.reset();
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
    timer = setTimeout(() => void connect(), backoff.nextMs());
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

const CHANGE = /^(key|account):([0-9a-f-]{36})$/;

function readChange(payload: string | undefined): KeyChange | undefined {
  const match = CHANGE.exec(payload ?? '');
  if (match === null) return undefined;
  const id = match[2] as string;
  return match[1] === 'key' ? { keyId: id } : { accountId: id };
}
