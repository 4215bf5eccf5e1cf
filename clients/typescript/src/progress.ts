/** How far a run of chunks has come. A plain object that survives JSON. */
export interface Progress {
  /** SHA-256 of the operation and its request without `maxCredits`: what this progress belongs to. */
  readonly request: string;
  /** The index of the first item that is not done. */
  readonly next: number;
  /** What the chunks before `next` were charged. */
  readonly creditsCharged: number;
  /** The chunk that was sent, or is about to be. */
  readonly underWay?: ChunkUnderWay | undefined;
}

export interface ChunkUnderWay {
  /** The index of its first item. */
  readonly from: number;
  /** The index after its last item. */
  readonly to: number;
  readonly idempotencyKey: string;
  /** The cap of its request. Absent when it spends nothing. */
  readonly maxCredits?: number | undefined;
  /** When its first try was sent, in ISO 8601. Its answer is stored for 24 hours. */
  readonly startedAt: string;
}

/** Keeps the progress of one run, so that a killed process can go on where it was. */
export interface ProgressStore {
  /** Returns what was saved last; undefined before. */
  load(): Promise<Progress | undefined>;
  /** Returns once the progress will survive the end of the process. */
  save(progress: Progress): Promise<void>;
}

/** Keeps the progress in this process: enough to iterate a run again after an error. */
export class MemoryProgress implements ProgressStore {
  #progress: Progress | undefined;

  async load(): Promise<Progress | undefined> {
    return this.#progress;
  }

  async save(progress: Progress): Promise<void> {
    this.#progress = progress;
  }
}
