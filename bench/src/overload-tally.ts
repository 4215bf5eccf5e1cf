import { GROUPS, type GroupName, type Window } from './overload-plan.js';
import { percentile } from './statistics.js';

/** What became of a request. `wrong`: neither the right answer nor a proper refusal. */
export type Outcome = 'served' | 'refused' | 'wrong';

/** What a phase showed. */
export interface PhaseResult {
  /** When it was measured, by the clock. */
  readonly fromEpochMs: number;
  readonly untilEpochMs: number;
  readonly offeredPerSecond: number;
  readonly carriedPerSecond: number;
  readonly served: Latency;
  readonly refused: Latency;
  readonly wrong: number;
  /** Requests for which the generator had no connection. */
  readonly unsent: number;
  /** How late the generator sent a request. */
  readonly lateness: Latency;
  /** Share of the requests of each group that were served. */
  readonly successByGroup: Readonly<Record<GroupName, number>>;
  readonly credits: Latency & { readonly success: number };
  readonly windows: readonly Window[];
}

export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Sent {
  readonly group: GroupName;
  readonly sentAtMs: number;
  readonly latencyMs: number;
  readonly outcome: Outcome;
}

export const WINDOW_MS = 500;

/** Counts what was sent while a phase is measured. Times are milliseconds from its start. */
export class Tally {
  readonly #sent: Sent[] = [];
  readonly #latenessMs: number[] = [];
  readonly #creditsMs: number[] = [];
  #credits = 0;
  #unsent = 0;
  #carried = 0;

  add(sent: Sent): void {
    this.#sent.push(sent);
  }

  /** Records an answer within the time that is measured, whenever its request was sent. */
  carry(): void {
    this.#carried += 1;
  }

  addLateness(latenessMs: number): void {
    this.#latenessMs.push(latenessMs);
  }

  skip(): void {
    this.#unsent += 1;
  }

  addCredits(isServed: boolean, latencyMs: number): void {
    this.#credits += 1;
    if (isServed) this.#creditsMs.push(latencyMs);
  }

  result(from: number, measureMs: number): PhaseResult {
    const seconds = measureMs / 1_000;
    const of = (outcome: Outcome): number[] =>
      this.#sent.filter((each) => each.outcome === outcome).map(({ latencyMs }) => latencyMs);
    const successOf = (name: GroupName): number => {
      const sent = this.#sent.filter(({ group }) => group === name);
      return sent.filter(({ outcome }) => outcome === 'served').length / Math.max(1, sent.length);
    };
    const fromEpochMs = performance.timeOrigin + from;
    return {
      fromEpochMs,
      untilEpochMs: fromEpochMs + measureMs,
      offeredPerSecond: (this.#sent.length + this.#unsent) / seconds,
      carriedPerSecond: this.#carried / seconds,
      served: latencyOf(of('served')),
      refused: latencyOf(of('refused')),
      wrong: of('wrong').length,
      unsent: this.#unsent,
      lateness: latencyOf(this.#latenessMs),
      successByGroup: Object.fromEntries(GROUPS.map(({ name }) => [name, successOf(name)])) as Record<
        GroupName,
        number
      >,
      credits: { ...latencyOf(this.#creditsMs), success: this.#creditsMs.length / Math.max(1, this.#credits) },
      windows: Array.from({ length: Math.floor(measureMs / WINDOW_MS) }, (_, index) => this.#window(index)),
    };
  }

  #window(index: number): Window {
    const sent = this.#sent.filter(({ sentAtMs }) => Math.floor(sentAtMs / WINDOW_MS) === index);
    const served = sent.filter(({ outcome }) => outcome === 'served').map(({ latencyMs }) => latencyMs);
    const endsAtMs = (index + 1) * WINDOW_MS;
    return { endsAtMs, sent: sent.length, served: served.length, p99Ms: latencyOf(served).p99Ms };
  }
}

function latencyOf(latenciesMs: readonly number[]): Latency {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const at = (share: number): number => (sorted.length === 0 ? 0 : percentile(sorted, share));
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
