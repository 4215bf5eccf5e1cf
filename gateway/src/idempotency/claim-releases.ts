import { setTimeout as pause } from 'node:timers/promises';
import { remainingMs, withinDeadline, type CallContext } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { createBackoff, type BackoffLimits } from '@prospecting/platform/timing';
import type { HeldClaim } from './keyed-request.js';
import { releaseClaim } from './sql/release-claim.js';

export interface ClaimReleasesOptions {
  readonly on: Queryable;
  readonly logger: Logger;
}

/** Longest wait for one statement after it is sent. */
const ATTEMPT_TIMEOUT_MS = 2_000;
/** Delays between rounds of retries while they fail. */
const RETRY_BACKOFF: BackoffLimits = { firstMs: 50, maxMs: 5_000 };
/** Longer than the lease: even after it the row keeps the key from any other request. */
const RETRY_FOR_MS = 15 * 60_000;
/** Bounds the memory that a long outage takes. */
const MAX_PENDING = 10_000;

/**
 * Releases claims after a failure, so that their Idempotency-Keys may come with any request. A key
 * that is not released stays bound to its request for a day, so a failed release is retried.
 */
export class ClaimReleases {
  readonly #options: ClaimReleasesOptions;
  /** Claims whose release failed, with the monotonic time at which retries end. */
  readonly #pending = new Map<HeldClaim, number>();
  readonly #scheduled = new Map<HeldClaim, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  readonly #backoff = createBackoff(RETRY_BACKOFF);
  #isStopping = false;

  constructor(options: ClaimReleasesOptions) {
    this.#options = options;
  }

  /**
   * Resolves after the first attempt, even when it failed. A failed release is retried in the
   * background.
   */
  release(claim: HeldClaim): Promise<void> {
    return this.#track(this.#attemptFirst(claim));
  }

  /**
   * Releases a claim whose request was already answered. The first release follows `settled`, which
   * resolves when the statements that make the claim are answered. The second follows at `lastAt`,
   * when no late statement can make the claim any more. `settled` never rejects; false means that
   * there is nothing to release.
   */
  releaseAfter(settled: Promise<boolean>, claim: HeldClaim, lastAt: number): void {
    const work = settled.then((mayBeHeld) => {
      if (!mayBeHeld) return;
      this.#releaseLater(claim, lastAt - Date.now());
      return this.#attemptFirst(claim);
    });
    void this.#track(work);
  }

  #releaseLater(claim: HeldClaim, delayMs: number): void {
    // `stop` does not wait for timers. It retries everything that is pending.
    if (this.#isStopping) return this.#retryLater(claim);
    const due = setTimeout(() => {
      this.#scheduled.delete(claim);
      void this.release(claim);
    }, delayMs);
    this.#scheduled.set(claim, due.unref());
  }

  /**
   * Retries every pending release until it succeeds, for at most `limitMs`. Called once, at
   * shutdown.
   */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    for (const [claim, due] of this.#scheduled) {
      clearTimeout(due);
      this.#retryLater(claim);
    }
    this.#scheduled.clear();
    if (this.#pending.size === 0 && this.#underWay.size === 0) return;
    const call = { deadlineAt: Date.now() + limitMs };
    await withinDeadline(call, 'release claims', () => this.#drain(call)).catch((error: unknown) => {
      this.#options.logger.error(
        { err: error, pending: this.#pending.size },
        'shutdown left Idempotency-Keys claimed; each stays with its request for 24 hours',
      );
    });
  }

  async #drain(call: CallContext): Promise<void> {
    await Promise.all(this.#underWay);
    for (; this.#pending.size > 0 && remainingMs(call) > 0; await pause(RETRY_BACKOFF.firstMs))
      await this.#attemptAll();
  }

  async #attemptFirst(claim: HeldClaim): Promise<void> {
    try {
      await this.#attempt(claim);
    } catch (error) {
      this.#options.logger.warn({ err: error, keyId: claim.keyId }, 'an Idempotency-Key was not released; retrying');
      this.#retryLater(claim);
      this.#scheduleRetries();
    }
  }

  #scheduleRetries(): void {
    if (this.#isStopping || this.#pending.size === 0 || this.#timer !== undefined) return;
    const retry = async (): Promise<void> => {
      await this.#attemptAll();
      this.#timer = undefined;
      this.#scheduleRetries();
    };
    this.#timer = setTimeout(() => void this.#track(retry()), this.#backoff.nextMs());
    this.#timer.unref();
  }

  /** Stops at the first failure. The claim that failed comes last in the next round. */
  async #attemptAll(): Promise<void> {
    for (const [claim, untilMs] of this.#pending) {
      this.#pending.delete(claim);
      try {
        await this.#attempt(claim);
        this.#backoff.reset();
      } catch {
        this.#retryLater(claim, untilMs);
        return;
      }
    }
  }

  #retryLater(claim: HeldClaim, untilMs = performance.now() + RETRY_FOR_MS): void {
    const { keyId } = claim;
    if (this.#pending.size < MAX_PENDING && performance.now() < untilMs) this.#pending.set(claim, untilMs);
    else this.#options.logger.error({ keyId }, 'an Idempotency-Key could not be released; it stays with its request');
  }

  #attempt({ keyId, keyHash, leaseOwner }: HeldClaim): Promise<unknown> {
    return releaseClaim.run(this.#options.on, [keyId, keyHash, leaseOwner], { timeoutMs: ATTEMPT_TIMEOUT_MS });
  }

  /** Counts work as under way until it ends, so that `stop` can wait for it. */
  async #track(work: Promise<void>): Promise<void> {
    this.#underWay.add(work);
    await work;
    this.#underWay.delete(work);
  }
}
