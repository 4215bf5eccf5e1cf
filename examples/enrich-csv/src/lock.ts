import { readFile, rm, writeFile } from 'node:fs/promises';
import { UserError } from './user-error.js';

/**
 * Runs the work while no other process on this machine runs it. The lock of a process that was
 * killed is taken over. It does not guard a folder that several machines or containers share.
 */
export async function exclusively(file: string, work: () => Promise<void>): Promise<void> {
  const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
  // In a container every run is process 1: a lock of our own number is that of a run that was killed.
  if (owner > 0 && (owner === process.pid || !isRunning(owner))) await rm(file, { force: true });
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError(`Process ${owner} is at work on this. If it is not, delete ${file}.`);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
