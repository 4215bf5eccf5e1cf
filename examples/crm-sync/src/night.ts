import type { Progress, ProgressStore } from '@prospecting/client';
import { readIfPresent, replaceFile } from './files.js';

/** What a night reveals of contacts. */
export type InfoType = 'email' | 'phone';

/** Contacts that are being revealed. Written before the first of them is paid for. */
export interface Batch {
  readonly infoType: InfoType;
  readonly contactIds: readonly string[];
  readonly maxCredits: number;
  readonly progress?: Progress;
}

interface State {
  readonly date: string;
  /** What the batches of this night that have ended were charged. */
  readonly charged: number;
  readonly batch?: Batch;
}

/**
 * What a night has spent, in a file. So a job that is started twice in a night keeps to one budget,
 * and one that was killed first finishes what it had begun, under the idempotency keys it had.
 */
export class Night {
  #state: State;

  private constructor(
    private readonly file: string,
    state: State,
  ) {
    this.#state = state;
  }

  static async open(file: string, today: string): Promise<Night> {
    const text = await readIfPresent(file);
    return new Night(file, text === undefined ? { date: today, charged: 0 } : (JSON.parse(text) as State));
  }

  /** What a run that was killed left behind. */
  get batch(): Batch | undefined {
    return this.#state.batch;
  }

  /** What is left tonight of a budget. */
  remaining(budget: number, today: string): number {
    if (this.#state.date !== today) return budget;
    return Math.max(0, Math.round((budget - this.#state.charged) * 1000) / 1000);
  }

  async begin(infoType: InfoType, contactIds: readonly string[], maxCredits: number, today: string): Promise<Batch> {
    const charged = this.#state.date === today ? this.#state.charged : 0;
    const batch = { infoType, contactIds, maxCredits };
    await this.#write({ date: today, charged, batch });
    return batch;
  }

  /** The client writes here which chunk it is about to send, and under which key. */
  get progress(): ProgressStore {
    return {
      load: async () => this.#state.batch?.progress,
      save: async (progress) => {
        const { batch } = this.#state;
        if (batch !== undefined) await this.#write({ ...this.#state, batch: { ...batch, progress } });
      },
    };
  }

  /**
   * Ends the batch and returns what it was charged, also by runs that were killed. What an earlier
   * night was charged is no part of tonight's budget.
   * @param chargedToo what the chunk under way was charged, where its run does not go on
   */
  async end(today: string, chargedToo: number): Promise<number> {
    const { date, charged, batch } = this.#state;
    const before = batch?.progress?.creditsCharged ?? 0;
    const tonight = (date === today ? charged + before : 0) + chargedToo;
    await this.#write({ date: today, charged: Math.round(tonight * 1000) / 1000 });
    return before + chargedToo;
  }

  async #write(state: State): Promise<void> {
    this.#state = state;
    await replaceFile(this.file, `${JSON.stringify(state)}\n`);
  }
}
