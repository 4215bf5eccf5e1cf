import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import { isUrl } from './remote.js';
import type { Reject, RejectReason } from './reject-reasons.js';

/** Numbers of rejects by reason. A reason that did not occur is absent. */
export type RejectCounts = Readonly<Partial<Record<RejectReason, number>>>;

/** Counts rejects and writes them to the rejects file, if there is one. */
export interface Rejects {
  count(): number;
  /** Returns the number of rejects for each reason that occurred. */
  reasons(): RejectCounts;
  /**
   * Resolves when the rejects are written. Throws validation_failed when the file cannot be
   * written.
   */
  add(rejects: readonly Reject[]): Promise<void>;
  /**
   * Closes the file; resolves when it is complete. Throws validation_failed when the file cannot be
   * written. May be called again.
   */
  end(): Promise<void>;
}

/**
 * Opens the rejects file and replaces an existing one.
 *
 * @param path of the rejects file; undefined only counts
 * @param input path of the imported file, which must not be replaced; undefined for a stream
 * @throws validation_failed when the file cannot be written, or is the input itself
 */
export async function openRejects(path: string | undefined, input: string | undefined): Promise<Rejects> {
  if (path !== undefined && input !== undefined && !isUrl(input) && (await isSameFile(path, input))) {
    const detail = 'The rejects file is the input file; writing it would replace the input. Name another file.';
    throw validationFailed({ rejects: [detail] }, detail);
  }
  return path === undefined ? countOnly() : writeTo(path, await openFile(path));
}

function countOnly(): Rejects {
  const counter = createCounter();
  return {
    ...counter,
    add: (rejects) => Promise.resolve(counter.add(rejects)),
    end: () => Promise.resolve(),
  };
}

function createCounter() {
  let count = 0;
  const reasons = new Map<RejectReason, number>();
  return {
    count: () => count,
    reasons: (): RejectCounts => Object.fromEntries(reasons),
    add(rejects: readonly Reject[]): void {
      count += rejects.length;
      for (const { reason } of rejects) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    },
  };
}

function writeTo(path: string, file: WriteStream): Rejects {
  let failure: Error | undefined;
  // The next `add` or `end` reports a failure such as a full disk. Without a listener it would end
  // the process.
  file.on('error', (error) => (failure ??= error));
  const counter = createCounter();
  let ended: Promise<void> | undefined;
  return {
    ...counter,
    async add(rejects) {
      counter.add(rejects);
      if (rejects.length === 0) return;
      // Named one by one: this fixes their order and keeps other members out of the file.
      const lines = rejects.map(({ line, reason, field }) => `${JSON.stringify({ line, reason, field })}\n`);
      await new Promise<void>((resolve, reject) => {
        file.write(lines.join(''), (error) => (error ? reject(unwritable(path, failure ?? error)) : resolve()));
      });
    },
    end() {
      file.end();
      ended ??= finished(file).catch((error: unknown) => {
        throw unwritable(path, failure ?? error);
      });
      return ended;
    },
  };
}

/** Follows links and compares the files themselves; a path without a file matches nothing. */
async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([path, other].map((each) => stat(each).catch(() => undefined)));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

async function openFile(path: string): Promise<WriteStream> {
  const file = createWriteStream(path);
  try {
    await once(file, 'open');
  } catch (error) {
    throw unwritable(path, error);
  }
  return file;
}

function unwritable(path: string, error: unknown): DomainError {
  const detail = `Cannot write the rejects file ${path}: ${error instanceof Error ? error.message : String(error)}`;
  return validationFailed({ rejects: [detail] }, detail);
}
