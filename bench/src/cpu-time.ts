import { readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second for programs, whatever its own clock is. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds that processes have used, those that have ended left out. Linux only. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return each.reduce((sum, line) => sum + ticksOf(line) / TICKS_PER_SECOND, 0);
}

/** Returns user and system time of a line of /proc/<pid>/stat. */
export function ticksOf(line: string): number {
  // Counted after the command's name, which can contain spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return line === '' ? 0 : Number(fields[11]) + Number(fields[12]);
}
