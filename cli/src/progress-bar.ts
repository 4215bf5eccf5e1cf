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

export function createProgressBar(stderr: Streams['stderr'], now: () => number = () => performance.now()): ProgressBar {
  if (stderr.isTTY !== true) return { update: () => {}, end: () => {} };
  const began = now();
  return {
    update: (progress) => {
      const line = formatProgress(progress, (now() - began) / 1000);
      stderr.write(CLEAR_LINE + line.slice(0, (stderr.columns ?? 80) - 1));
    },
    end: () => {
      stderr.write(CLEAR_LINE);
    },
  };
}

/** From this time on, the rate says something. */
const MIN_SECONDS = 1;

/**
 * Formats progress as `[#####     ]  48 %  read 120,000, 3 rejected, 41,000/s, 0:35 left`. The rate
 * and the time left are averages since the beginning.
 */
export function formatProgress(progress: ImportProgress, seconds: number): string {
  const counts = `read ${grouped(progress.read)}, ${grouped(progress.rejected)} rejected`;
  if (progress.phase === 'merge') {
    const { step, steps } = progress;
    const share = step === undefined || steps === undefined ? 0 : (step - 1) / steps;
    const which = step === undefined ? '' : ` step ${step} of ${steps},`;
    return `${bar(share)} ${percent(share)}  ${counts}; writing to the directory,${which} ${clock(seconds)} so far`;
  }
  const { bytesRead, bytesTotal } = progress;
  const known = seconds >= MIN_SECONDS;
  const rate = known ? `, ${grouped(Math.round(progress.read / seconds))}/s` : '';
  if (bytesTotal === undefined || bytesTotal === 0)
    return `${counts}${rate}, ${grouped(Math.floor(bytesRead / MIB))} MiB`;
  const share = Math.min(1, bytesRead / bytesTotal);
  const left = known && share > 0 ? `, ${clock((seconds / share) * (1 - share))} left` : '';
  return `${bar(share)} ${percent(share)}  ${counts}${rate}${left}`;
}

const MIB = 1024 * 1024;

/** Formats a time as `0:35` or `1:02:35`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

function percent(share: number): string {
  return `${String(Math.floor(share * 100)).padStart(3)} %`;
}

function bar(share: number): string {
  const done = Math.floor(share * BAR_WIDTH);
  return `[${'#'.repeat(done)}${' '.repeat(BAR_WIDTH - done)}]`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
