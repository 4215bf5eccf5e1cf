import { open, readFile, rename } from 'node:fs/promises';
import { ConfigurationError } from './errors.js';
import type { Progress, ProgressStore } from './progress.js';

/** Keeps the progress of one run in a file. It holds indexes, amounts and a key: no personal data. */
export class FileProgress implements ProgressStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<Progress | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return JSON.parse(text) as Progress;
    } catch (cause) {
      throw new ConfigurationError(`${this.#path} is not a progress file.`, { cause });
    }
  }

  /** Replaces the file as a whole, so that a process killed here leaves the old or the new one. */
  async save(progress: Progress): Promise<void> {
    const draft = `${this.#path}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(progress)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
  }
}
