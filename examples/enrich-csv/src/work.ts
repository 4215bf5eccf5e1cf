import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Millicredits } from './enrichment.js';
import { UserError } from './user-error.js';

/** How far a file has been written. What lies behind it is from a run that was killed, and is cut off. */
interface Position {
  readonly rows: number;
  readonly bytes: number;
}

/** Everything that a run has to know of the one before it. */
export interface State {
  /** What is enriched, and how. Another input or other options are another job. */
  readonly job: string;
  /** Drawn once. Every idempotency key is made of it, so a request that is sent again has the same key. */
  readonly runId: string;
  readonly planned: Position & { readonly done: boolean };
  /** Credits that may be spent in all. Undefined until somebody has agreed to the price. */
  readonly budget?: Millicredits;
  readonly written: Position & { readonly charged: Millicredits };
}

/** The folder beside the output in which a job keeps what it has done, until the output is complete. */
export class Work {
  #state: State;

  private constructor(
    readonly folder: string,
    state: State,
  ) {
    this.#state = state;
  }

  /** Opens the folder of a job, or makes it. Throws a UserError when it belongs to another job. */
  static async open(folder: string, job: string): Promise<Work> {
    const nothing = { rows: 0, bytes: 0 };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = await readFile(stateFile(folder), 'utf8').catch(ifMissing);
    const state: State =
      text === undefined
        ? { job, runId: randomUUID(), planned: { ...nothing, done: false }, written: { ...nothing, charged: 0 } }
        : (JSON.parse(text) as State);
    if (state.job !== job) {
      throw new UserError(
        `${folder} is of another input or other options. Delete it to begin anew; what is revealed stays free.`,
      );
    }
    return new Work(folder, state);
  }

  get state(): State {
    return this.#state;
  }

  /** Changes the state on disk, at once or not at all. */
  async update(changes: Partial<State>): Promise<void> {
    this.#state = { ...this.#state, ...changes };
    const next = `${stateFile(this.folder)}.next`;
    const file = await open(next, 'w');
    try {
      await file.writeFile(JSON.stringify(this.#state));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, stateFile(this.folder));
  }

  /** One line of JSON for each row of the input. */
  get planFile(): string {
    return path.join(this.folder, 'plan.jsonl');
  }

  /** The output as far as it is written. It gets its own name when it is complete. */
  get partFile(): string {
    return path.join(this.folder, 'output.part');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

const stateFile = (folder: string): string => path.join(folder, 'state.json');

/** A file that only grows. */
export class Appender {
  private constructor(
    private readonly file: FileHandle,
    private length: number,
  ) {}

  /** Opens the file and cuts off everything behind `length`. */
  static async open(file: string, length: number): Promise<Appender> {
    const handle = await open(file, length === 0 ? 'w' : 'r+');
    await handle.truncate(length);
    return new Appender(handle, length);
  }

  /** Appends to the disk, and returns the new length of the file. */
  async append(text: string): Promise<number> {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.length + done);
      done += bytesWritten;
    }
    await this.file.datasync();
    this.length += bytes.length;
    return this.length;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** Returns the SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
