import type { Result } from '../../support/customer.js';

/** An answer to a spend. */
export interface FaultAnswer {
  readonly status: number;
  readonly results: readonly Result[];
  readonly creditsCharged: number;
  readonly creditsRemaining: number | null | undefined;
  readonly creditsRequired: number | undefined;
  readonly code: string | undefined;
  readonly text: string;
  /** Whether the gateway replayed the stored first response. */
  readonly isReplay: boolean;
}

export interface AskOptions {
  readonly method?: string;
  readonly idempotencyKey?: string;
  /** The time after which an impatient client hangs up. Default: longer than any request takes. */
  readonly hangUpAfterMs?: number | undefined;
  readonly onHangUp?: () => void;
}

/** Longer than a gateway works on a request. */
const TIMEOUT_MS = 15_000;

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends one request. Returns undefined when it is unknown whether the request was served. */
export async function send(
  url: string,
  bearer: string,
  body: object | undefined,
  options: AskOptions = {},
): Promise<RawAnswer | undefined> {
  const { method = 'POST', idempotencyKey, hangUpAfterMs = TIMEOUT_MS } = options;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hangUpAfterMs),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') options.onHangUp?.();
    return undefined;
  }
}

/**
 * Sends one request to the public API. Returns undefined when it is unknown whether it was served.
 */
export async function ask(
  baseUrl: string,
  key: string,
  path: string,
  body: object,
  options: AskOptions = {},
): Promise<FaultAnswer | undefined> {
  const answer = await send(baseUrl + path, key, body, options);
  if (answer === undefined) return undefined;
  const { status, text, headers } = answer;
  const json = JSON.parse(text) as Partial<FaultAnswer>;
  return {
    status,
    text,
    results: json.results ?? [],
    creditsCharged: json.creditsCharged ?? 0,
    creditsRemaining: json.creditsRemaining,
    creditsRequired: json.creditsRequired,
    code: json.code,
    isReplay: headers.get('idempotent-replayed') === 'true',
  };
}

/** Returns whether an answer claims that it changed nothing. */
export function saysNothingHappened(text: string): boolean {
  return /nothing was (?:revealed or )?(?:charged|changed|granted)/i.test(text);
}
