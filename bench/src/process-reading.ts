import { readdir, readFile, readlink } from 'node:fs/promises';

/** What the operating system tells of a process. */
export interface ProcessReading {
  /** Memory in RAM, what it shares with others included. */
  readonly rssBytes: number;
  /** Memory in RAM that is its own and of no file. */
  readonly privateBytes: number;
  /** The highest `rssBytes` since its start. */
  readonly peakRssBytes: number;
  /** Open file descriptors. */
  readonly descriptors: number;
  /** Those that are sockets: connections of any kind, and ports that it listens on. */
  readonly sockets: number;
}

/** Reads /proc. Undefined when the process has ended. Linux only. */
export async function readProcess(pid: number): Promise<ProcessReading | undefined> {
  try {
    const memory = await readMemory(pid);
    // It has ended, but its parent does not know it yet.
    if (memory.rssBytes === 0) return undefined;
    const folder = `/proc/${pid}/fd`;
    const descriptors = await readdir(folder);
    // A descriptor that has closed meanwhile is none.
    const targets = await Promise.all(descriptors.map((each) => readlink(`${folder}/${each}`).catch(() => '')));
    return {
      ...memory,
      descriptors: descriptors.length,
      sockets: targets.filter((target) => target.startsWith('socket:')).length,
    };
  } catch {
    return undefined;
  }
}

/** Reads the memory of a process. Rejects when it has ended. */
export async function readMemory(
  pid: number,
): Promise<Pick<ProcessReading, 'rssBytes' | 'privateBytes' | 'peakRssBytes'>> {
  return memoryOf(await readFile(`/proc/${pid}/status`, 'utf8'));
}

/** Returns the memory that the text of /proc/<pid>/status names. */
export function memoryOf(status: string): Pick<ProcessReading, 'rssBytes' | 'privateBytes' | 'peakRssBytes'> {
  const bytesOf = (field: string): number => {
    const [, kilobytes = '0'] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    return Number(kilobytes) * 1_024;
  };
  return { rssBytes: bytesOf('VmRSS'), privateBytes: bytesOf('RssAnon'), peakRssBytes: bytesOf('VmHWM') };
}
