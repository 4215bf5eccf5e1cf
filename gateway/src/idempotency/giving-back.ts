import { setTimeout as pause } from 'node:timers/promises';
import { remainingMs, withinDeadline, type Call } from '@prospecting/platform/grpc';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import type { HeldClaim } from './keyed-request.js';
import { forgetClaim } from './sql/forget-claim.js';

export interface GivingBackOptions {
  readonly on: Queryable;
  readonly logger: Logger;
}

/** Of one statement, once it is sent. */
const TRY_TIMEOUT_MS = 2_000;
/** Between rounds of repeats; it doubles while they fail. */
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** Long after the lease is over: even then the row would keep the key from any other request. */
const REPEAT_FOR_MS = 15 * 60_000;
/** Bounds the memory of a long outage. */
const MAX_LEFT = 10_000;

/**
 * Gives Idempotency-Keys back after a failure, so that they may come with any request. A key that is not
 * given back stays bound to its request for a day, so what fails is repeated.
 */
export class GivingBack {
  readonly #options: GivingBackOptions;
  /** What is still to be given back, and until when it is tried. */
  readonly #left = new Map<HeldClaim, number>();
  readonly #scheduled = new Map<HeldClaim, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #delayMs = FIRST_DELAY_MS;
  #isStopping = false;

  constructor(options: GivingBackOptions) {
    this.#options = options;
  }

  /** Resolves after the first try, whatever its outcome; a failed one is repeated in the background. */
  giveBack(claim: HeldClaim): Promise<void> {
    return this.#during(this.#tryFirst(claim));
  }

  /**
   * Gives a claim back that nobody waits for any more, once the statements that make it are answered,
   * and again at `lastAt`, when none that is late can make it. `settled` never rejects and tells
   * whether there is anything to give back.
   */
  giveBackAfter(settled: Promise<boolean>, claim: HeldClaim, lastAt: number): void {
    const work = settled.then((mayBeHeld) => {
      if (!mayBeHeld) return;
      this.#giveBackLater(claim, lastAt - Date.now());
      return this.#tryFirst(claim);
    });
    void this.#during(work);
  }

  #giveBackLater(claim: HeldClaim, delayMs: number): void {
    // Nobody waits for timers any more; what is kept is tried before the end.
    if (this.#isStopping) return this.#keep(claim);
    const due = setTimeout(() => {
      this.#scheduled.delete(claim);
      void this.giveBack(claim);
    }, delayMs);
    this.#scheduled.set(claim, due.unref());
  }

  /** Tries everything that is left until it is done, for at most `limitMs`. Called once, at the end. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    for (const [claim, due] of this.#scheduled) {
      clearTimeout(due);
      this.#keep(claim);
    }
    this.#scheduled.clear();
    if (this.#left.size === 0 && this.#underWay.size === 0) return;
    const call = { deadlineAt: Date.now() + limitMs };
    await withinDeadline(call, 'give back', () => this.#untilNothingIsLeft(call)).catch((error: unknown) => {
      this.#options.logger.error({ err: error, left: this.#left.size }, 'Idempotency-Keys were not given back');
    });
  }

  async #untilNothingIsLeft(call: Call): Promise<void> {
    await Promise.all(this.#underWay);
    for (; this.#left.size > 0 && remainingMs(call) > 0; await pause(FIRST_DELAY_MS)) await this.#tryAll();
  }

  async #tryFirst(claim: HeldClaim): Promise<void> {
    try {
      await this.#forget(claim);
    } catch (error) {
      this.#options.logger.warn({ err: error, keyId: claim.keyId }, 'an Idempotency-Key is given back later');
      this.#keep(claim);
      this.#repeatSoon();
    }
  }

  #repeatSoon(): void {
    if (this.#isStopping || this.#left.size === 0 || this.#timer !== undefined) return;
    const repeat = async (): Promise<void> => {
      await this.#tryAll();
      this.#timer = undefined;
      this.#repeatSoon();
    };
    this.#timer = setTimeout(() => void this.#during(repeat()), this.#delayMs);
    this.#timer.unref();
  }

  /** Goes on until the first failure: what failed comes last in the next round. */
  async #tryAll(): Promise<void> {
    for (const [claim, untilMs] of this.#left) {
      this.#left.delete(claim);
      try {
        await this.#forget(claim);
        this.#delayMs = FIRST_DELAY_MS;
      } catch {
        this.#keep(claim, untilMs);
        this.#delayMs = Math.min(this.#delayMs * 2, MAX_DELAY_MS);
        return;
      }
    }
  }

  #keep(claim: HeldClaim, untilMs = performance.now() + REPEAT_FOR_MS): void {
    const { keyId } = claim;
    if (this.#left.size < MAX_LEFT && performance.now() < untilMs) this.#left.set(claim, untilMs);
    else this.#options.logger.error({ keyId }, 'an Idempotency-Key could not be given back: it stays with its request');
  }

  #forget({ keyId, keyHash, leaseOwner }: HeldClaim): Promise<unknown> {
    return forgetClaim.run(this.#options.on, [keyId, keyHash, leaseOwner], { timeoutMs: TRY_TIMEOUT_MS });
  }

  /** Known to be under way until it ends, so that the end of the process can wait for it. */
  async #during(work: Promise<void>): Promise<void> {
    this.#underWay.add(work);
    await work;
    this.#underWay.delete(work);
  }
}
