import { exchange } from '@prospecting/e2e/support/client.js';

/** A request of the public API. */
export interface Ask {
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export interface LoadAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly creditsCharged: number;
  readonly creditsQuoted: number;
  readonly text: string;
  readonly json: unknown;
}

/**
 * Sends one request over a connection of its own, so that requests reach every gateway. Returns
 * undefined when it is unknown whether it was served.
 */
export async function sendOnce(baseUrl: string, key: string, ask: Ask): Promise<LoadAnswer | undefined> {
  const headers = {
    authorization: `Bearer ${key}`,
    connection: 'close',
    ...(ask.idempotencyKey !== undefined && { 'idempotency-key': ask.idempotencyKey }),
  };
  try {
    const { status, text, json } = await exchange(baseUrl + ask.path, { body: ask.body, headers });
    const said = (json ?? {}) as Partial<LoadAnswer>;
    return {
      status,
      text,
      json,
      code: said.code,
      creditsCharged: said.creditsCharged ?? 0,
      creditsQuoted: said.creditsQuoted ?? 0,
    };
  } catch {
    return undefined;
  }
}
