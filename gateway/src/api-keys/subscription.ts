import { randomBytes } from 'node:crypto';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { fromPostgres, type Pool } from '@prospecting/platform/postgres';

/** An open connection on which notifications of a channel arrive. */
export interface Subscription {
  close(): void;
}

export interface SubscriptionOptions {
  /** A constant of this code. It goes into SQL unescaped. */
  readonly channel: string;
  /** Time from one proof to the next. */
  readonly heartbeatMs: number;
  /** Longest that a proof may take. After that the connection counts as lost. */
  readonly proofTimeoutMs: number;
  readonly onPayload: (payload: string | undefined) => void;
  /**
   * Called when a proof is requested. The function that it returns is called when the proof
   * arrives: all earlier notifications have arrived.
   */
  readonly beginProof: () => () => void;
  /** Called once when the connection breaks or falls silent, and never after `close`. */
  readonly onLost: (error: unknown) => void;
}

/**
 * Subscribes on a connection of the pool and proves regularly that notifications arrive, by sending
 * one to itself: a pooler may answer every statement and drop every notification. Rejects when the
 * first proof does not arrive.
 */
export async function subscribe(pool: Pool, options: SubscriptionOptions): Promise<Subscription> {
  const client = await pool.connect();
  const ownChannel = `edge_listener_${randomBytes(8).toString('hex')}`;
  let timer: NodeJS.Timeout | undefined;
  let proven = (): void => {};
  let over = false;
  let onFirst: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  function end(): void {
    over = true;
    clearTimeout(timer);
    client.release(true);
  }

  function lose(error: unknown): void {
    if (over) return;
    end();
    if (onFirst === undefined) options.onLost(fromPostgres(error));
    else onFirst.reject(fromPostgres(error));
  }

  function after(durationMs: number, next: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(next, durationMs);
    timer.unref();
  }

  function prove(): void {
    proven = options.beginProof();
    after(options.proofTimeoutMs, () => lose(serviceUnavailable('a notification did not arrive')));
    client.query(`select pg_notify('${ownChannel}', '')`).catch(lose);
  }

  function onProof(): void {
    if (over) return;
    proven();
    onFirst?.resolve();
    onFirst = undefined;
    after(options.heartbeatMs, prove);
  }

  client.on('error', lose);
  client.on('notification', ({ channel, payload }) => {
    if (channel === ownChannel) onProof();
    else options.onPayload(payload);
  });
  const first = new Promise<void>((resolve, reject) => {
    onFirst = { resolve, reject };
  });
  client.query(`listen ${options.channel}; listen ${ownChannel}`).then(prove, lose);
  await first;
  return {
    close() {
      if (!over) end();
    },
  };
}
