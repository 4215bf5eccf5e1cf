import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import type { RejectReason } from './reject-reasons.js';

/** A line that did not go in. */
export interface Reject {
  readonly line: number;
  readonly reason: RejectReason;
  readonly field?: string | undefined;
}

/** Counts refused lines and writes them down. */
export interface Rejects {
  count(): number;
  add(rejects: readonly Reject[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param path of the rejects file, replaced if it exists; undefined counts only
 * @param input path of the file that is imported, which must not be replaced; undefined where it is a stream
 * @throws validation_failed when the file cannot be written, or is the input itself
 */
export async function openRejects(path: string | undefined, input: string | undefined): Promise<Rejects> {
  if (path !== undefined && input !== undefined && (await isSameFile(path, input))) {
    const detail = 'The rejects file is the input file itself, which it would replace.';
    throw validationFailed({ rejects: [detail] }, detail);
  }
  const file = path === undefined ? undefined : await openFile(path);
  let failure: Error | undefined;
  // A full disk is told to whoever writes next; without a listener it would end the process.
  file?.on('error', (error) => (failure = error));
  let count = 0;
  return {
    count: () => count,
    async add(rejects) {
      count += rejects.length;
      if (file === undefined || rejects.length === 0) return;
      if (failure !== undefined) throw unwritable(file.path, failure);
      // One by one, so that the members stand in this order and nothing else ever gets in.
      const lines = rejects.map(({ line, reason, field }) => `${JSON.stringify({ line, reason, field })}\n`);
      if (!file.write(lines.join(''))) await once(file, 'drain');
    },
    async close() {
      if (file === undefined) return;
      file.end();
      await finished(file);
    },
  };
}

/** By what the paths lead to, links included; a path that leads nowhere is no file yet. */
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

function unwritable(path: string | Buffer, error: unknown): DomainError {
  const detail = `Cannot write the rejects file ${String(path)}: ${error instanceof Error ? error.message : String(error)}`;
  return validationFailed({ rejects: [detail] }, detail);
}
