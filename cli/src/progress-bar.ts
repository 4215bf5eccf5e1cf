import type { ImportProgress } from '@prospecting/directory/import';
import type { Streams } from './output.js';

/**
 * Shows the progress of an import on one line that it redraws. Silent unless standard error is a
 * terminal.
 */
export interface ProgressBar {
  update(progress: ImportProgress): void;
  /** Clears the line for the output that follows. */
  end(): void;
}

const BAR_WIDTH = 30;
const CLEAR_LINE = '\r\u001b[2K';

export function createProgressBar(stderr: Streams['stderr']): ProgressBar {
  if (stderr.isTTY !== true) return { update: () => {}, end: () => {} };
  return {
    update: (progress) => {
      stderr.write(CLEAR_LINE + formatProgress(progress).slice(0, (stderr.columns ?? 80) - 1));
    },
    end: () => {
      stderr.write(CLEAR_LINE);
    },
  };
}

/** Formats progress as `[#####     ]  48 %  read 120,000, 3 rejected`. */
export function formatProgress(progress: ImportProgress): string {
  const counts = `read ${grouped(progress.read)}, ${grouped(progress.rejected)} rejected`;
  if (progress.phase === 'merge') return `${bar(1)} 100 %  ${counts}; writing to the directory …`;
  const { bytesRead, bytesTotal } = progress;
  if (bytesTotal === undefined || bytesTotal === 0) return `${counts}, ${grouped(bytesRead >> 20)} MiB`;
  const share = Math.min(1, bytesRead / bytesTotal);
  return `${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %  ${counts}`;
}

function bar(share: number): string {
  const done = Math.floor(share * BAR_WIDTH);
  return `[${'#'.repeat(done)}${' '.repeat(BAR_WIDTH - done)}]`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
