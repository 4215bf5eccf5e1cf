import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import { connect } from './exchange.js';

/** Any answer. */
export interface AnyAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const OPENED_TOGETHER = 20;

/**
 * Connections for requests that do not wait for each other. Each connection carries one request at
 * a time; the one that was used last is used next.
 */
export class OpenClient {
  readonly #origin: string;
  readonly #most: number;
  readonly #idle: Client[] = [];
  #opened = 0;

  /** @param most most connections */
  constructor(origin: string, most: number) {
    this.#origin = origin;
    this.#most = most;
  }

  /** Sends a request now. Returns undefined when every connection is in use. */
  send(request: Dispatcher.DispatchOptions): Promise<AnyAnswer> | undefined {
    const client = this.#idle.pop() ?? this.#open();
    if (client === undefined) return undefined;
    return exchangeAny(client, request).finally(() => this.#idle.push(client));
  }

  /**
   * Opens every connection, a few at a time, by a request on each. Otherwise an overload begins with
   * a burst of new connections, whose lost SYN packets are sent again after seconds.
   */
  async openAll(request: Dispatcher.DispatchOptions): Promise<void> {
    while (this.#opened < this.#most) {
      const opened = Array.from({ length: OPENED_TOGETHER }, () => this.#open()).filter((each) => each !== undefined);
      await Promise.all(opened.map((client) => exchangeAny(client, request)));
      this.#idle.push(...opened);
    }
  }

  #open(): Client | undefined {
    if (this.#opened >= this.#most) return undefined;
    this.#opened += 1;
    return connect(this.#origin);
  }

  /** Closes the connections. All requests must be answered. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((client) => client.destroy()));
  }
}

function exchangeAny(client: Client, request: Dispatcher.DispatchOptions): Promise<AnyAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: Pick<AnyAnswer, 'status' | 'headers'> = { status: 0, headers: {} };
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_, status, headers) => {
        head = { status, headers };
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve({ ...head, body: Buffer.concat(chunks) }),
      onResponseError: (_, error) => reject(error),
    });
  });
}
