import { WorkLimit, type WorkLimitOptions } from './work-limit.js';

export interface PlacesOptions extends WorkLimitOptions {
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Why a request gets no place: all are taken, or its account has its share of them. */
export type Refusal = 'full' | 'share';

/** What a request does with its place. The time of a spend tells nothing of this gateway. */
export type Work = 'read' | 'spend';

/** The place of one request at work. */
export interface Place {
  /** Gives the place back. Further calls do nothing. */
  release(work: Work): void;
}

/**
 * The places of requests at work, shared fairly by accounts, without a queue.
 *
 * An account gets another place while it has fewer than are free. So one account gets half of the
 * limit, two get a third each, and as many as each of them has stay free for whoever comes next.
 * Nobody has to be thrown out, and nobody waits. An account without a place gets its first one as
 * long as there is any, even while the limit is being lowered.
 */
export class Places {
  readonly #most: number;
  readonly #limit: WorkLimit;
  readonly #now: () => number;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  constructor({ most, now = () => performance.now() }: PlacesOptions) {
    this.#most = most;
    this.#limit = new WorkLimit({ most });
    this.#now = now;
  }

  /** Places that may be taken now. */
  get limit(): number {
    return this.#limit.value;
  }

  /** Requests at work. */
  get taken(): number {
    return this.#taken;
  }

  /** Accounts with requests at work. */
  get accounts(): number {
    return this.#takenBy.size;
  }

  /** False while every account would get a place. True says nothing of a single account. */
  get isCrowded(): boolean {
    return this.#taken >= this.#limit.value - this.#taken;
  }

  /** Says why a request of an account would get no place now, or returns `undefined`. */
  refusalOf(accountId: string): Refusal | undefined {
    const own = this.#takenBy.get(accountId) ?? 0;
    const free = this.#limit.value - this.#taken;
    const mayEnter = own === 0 ? this.#taken < this.#most : own < free;
    if (mayEnter) return undefined;
    return free > 0 && own > 0 ? 'share' : 'full';
  }

  /** Takes a place for a request of an account, or says why there is none. */
  take(accountId: string): Place | Refusal {
    const refusal = this.refusalOf(accountId);
    if (refusal !== undefined) return refusal;
    this.#takenBy.set(accountId, (this.#takenBy.get(accountId) ?? 0) + 1);
    this.#taken += 1;
    return this.#placeOf(accountId, this.#now());
  }

  #placeOf(accountId: string, takenAtMs: number): Place {
    let isTaken = true;
    return {
      release: (work) => {
        if (!isTaken) return;
        isTaken = false;
        const own = this.#takenBy.get(accountId) ?? 0;
        if (own > 1) this.#takenBy.set(accountId, own - 1);
        else this.#takenBy.delete(accountId);
        this.#taken -= 1;
        const nowMs = this.#now();
        if (work === 'read') this.#limit.record(nowMs - takenAtMs, nowMs);
      },
    };
  }
}
