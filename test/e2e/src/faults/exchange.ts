import type { Result } from '../support/customer.js';

/** An answer, or none: the connection was refused or cut, or nothing came in time. */
export interface FaultAnswer {
  readonly status: number;
  readonly results: readonly Result[];
  readonly creditsCharged: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** Longer than a gateway works on a request. */
const TIMEOUT_MS = 15_000;

/** One request. `undefined`: whether it was served is not known. */
export async function ask(
  baseUrl: string,
  key: string,
  path: string,
  body: object,
  options: {
    readonly idempotencyKey?: string;
    readonly hangUpAfterMs?: number | undefined;
    readonly onHangUp?: () => void;
  } = {},
): Promise<FaultAnswer | undefined> {
  const { idempotencyKey, hangUpAfterMs = TIMEOUT_MS } = options;
  try {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(hangUpAfterMs),
    });
    const text = await response.text();
    const json = JSON.parse(text) as Partial<FaultAnswer>;
    return {
      status: response.status,
      results: json.results ?? [],
      creditsCharged: json.creditsCharged ?? 0,
      code: json.code,
      text,
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') options.onHangUp?.();
    return undefined;
  }
}
