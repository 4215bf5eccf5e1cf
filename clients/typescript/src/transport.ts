import { readIdempotencyKey, readTimeout, type Configuration } from './config.js';
import { Deadline } from './deadline.js';
import { ApiError, ConnectionError, ProspectingError, RateLimitedError } from './errors.js';
import { newIdempotencyKey } from './idempotency-key.js';
import type { Body, Bucket, Operation } from './operations.js';
import { LONGEST_PATIENCE_MS, RateGate } from './rate-limits.js';
import { readAnswer, readError } from './response.js';
import { VERSION } from './version.js';

export interface CallOptions {
  /**
   * The Idempotency-Key of a call that can spend. Default: a new UUID for each call. Pass one that
   * you have stored to repeat a call whose outcome you do not know.
   */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call with AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for this call, over all its tries and waits; waits for a rate bucket do not count.
   * Default: that of the client.
   */
  readonly timeoutMs?: number | undefined;
}

/** One call, as it is sent by each of its tries. */
interface Request {
  readonly operation: Operation;
  readonly buckets: readonly Bucket[];
  /** The body, written once: what the caller changes later does not change a retry. */
  readonly json: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** The first wait between two tries; each further one is twice as long at most. */
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** Spreads clients that were told to wait equally long. */
const SPREAD_MS = 250;

/** Sends calls: one deadline, one Idempotency-Key and a bounded number of tries for each. */
export class Transport {
  readonly #configuration: Configuration;
  readonly rates: RateGate;
  creditsRemaining: number | undefined;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
    this.rates = new RateGate(configuration.waitForRateLimit);
  }

  /** Sends a call until it succeeds, or until a retry is pointless. */
  async send<Answer>(operation: Operation, body: Body | undefined, options: CallOptions = {}): Promise<Answer> {
    const { timeoutMs } = this.#configuration;
    const json = body === undefined ? undefined : JSON.stringify(body);
    const buckets = operation.buckets(body);
    let { idempotencyKey } = options;
    if (idempotencyKey !== undefined) readIdempotencyKey(idempotencyKey);
    else if (operation.needsKey(body)) idempotencyKey = await newIdempotencyKey();
    const deadline = new Deadline(readTimeout(options.timeoutMs ?? timeoutMs), options.signal);
    try {
      return (await this.#tryUntilDone({ operation, buckets, json, idempotencyKey }, deadline)) as Answer;
    } catch (error) {
      if (error instanceof ProspectingError && idempotencyKey !== undefined) error.idempotencyKey = idempotencyKey;
      throw error;
    } finally {
      deadline.end();
    }
  }

  async #tryUntilDone(request: Request, deadline: Deadline): Promise<object> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#try(request, deadline);
      } catch (failure) {
        const { maxRetries, waitForRateLimit } = this.#configuration;
        const pause = waitForRateLimit && failure instanceof RateLimitedError;
        const delayMs = retries < maxRetries ? retryDelayMs(failure, retries) : undefined;
        // A wait beyond the deadline would only replace the failure by a worse one.
        if (delayMs === undefined || delayMs > (pause ? LONGEST_PATIENCE_MS : deadline.remainingMs())) throw failure;
        deadline.lastFailure = failure;
        await deadline.sleep(delayMs, { pause });
      }
    }
  }

  async #try(request: Request, deadline: Deadline): Promise<object> {
    deadline.check();
    const { buckets } = request;
    await this.rates.take(buckets, deadline);
    let response: Response | undefined;
    let text: string;
    try {
      response = await deadline.race(this.#fetch(request, deadline.signal));
      text = await deadline.race(response.text());
    } catch (cause) {
      deadline.check();
      throw new ConnectionError('The service cannot be reached, or its answer was lost on the way.', { cause });
    } finally {
      this.rates.leave(buckets, response?.headers);
    }
    this.#learnBalance(response.headers);
    if (response.ok) return readAnswer(text);
    throw readError(response, text, this.#configuration.apiKey);
  }

  async #fetch({ operation, json, idempotencyKey }: Request, signal: AbortSignal): Promise<Response> {
    const { apiKey, baseUrl, fetch } = this.#configuration;
    return fetch(baseUrl + operation.path, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json, application/problem+json',
        'user-agent': `prospecting-client-typescript/${VERSION}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(json !== undefined && { body: json }),
      // The key goes nowhere else.
      redirect: 'manual',
      signal,
    });
  }

  #learnBalance(headers: Headers): void {
    const credits = headers.get('service-credits-remaining');
    if (credits !== null && Number.isFinite(Number(credits))) this.creditsRemaining = Number(credits);
  }
}

/** Returns how long to wait before the next try. Undefined when there must not be one. */
function retryDelayMs(failure: unknown, retries: number): number | undefined {
  const backoffMs = Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries);
  if (failure instanceof ConnectionError) return backoffMs;
  if (!(failure instanceof ApiError) || !failure.retryable) return undefined;
  if (failure.retryAfterSeconds === undefined) return backoffMs;
  return failure.retryAfterSeconds * 1000 + Math.random() * SPREAD_MS;
}
