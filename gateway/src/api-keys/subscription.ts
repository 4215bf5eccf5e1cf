import { serviceUnavailable } from '@prospecting/platform/errors';
import { fromPostgres, type Pool } from '@prospecting/platform/postgres';

/** A connection on which notifications of a channel arrive. */
export interface Subscription {
  close(): void;
}

export interface SubscriptionOptions {
  /** A constant of ours: it goes into SQL as it is. */
  readonly channel: string;
  readonly heartbeatMs: number;
  readonly onPayload: (payload: string | undefined) => void;
  /** Told after each sign of life: everything up to now has been told. */
  readonly onAlive: () => void;
  /** Told once, when the connection breaks or falls silent; never after `close`. */
  readonly onLost: (error: unknown) => void;
}

/** Subscribes on a connection of the pool. Rejects when that cannot be done now. */
export async function subscribe(pool: Pool, options: SubscriptionOptions): Promise<Subscription> {
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  let established = false;
  let over = false;

  function end(): void {
    over = true;
    clearTimeout(timer);
    client.release(true);
  }

  function lose(error: unknown): void {
    if (over) return;
    end();
    if (established) options.onLost(fromPostgres(error));
  }

  /** A peer that vanished without a word is noticed here, after the statement's own deadline. */
  async function beat(): Promise<void> {
    try {
      await client.query('select 1');
      alive();
    } catch (error) {
      lose(error);
    }
  }

  function alive(): void {
    if (over) return;
    options.onAlive();
    timer = setTimeout(() => void beat(), options.heartbeatMs);
    timer.unref();
  }

  client.on('error', lose);
  client.on('notification', ({ payload }) => options.onPayload(payload));
  try {
    await client.query(`listen ${options.channel}`);
    if (over) throw serviceUnavailable('the connection broke as it was made');
  } catch (error) {
    lose(error);
    throw fromPostgres(error);
  }
  established = true;
  alive();
  return {
    close() {
      if (!over) end();
    },
  };
}
