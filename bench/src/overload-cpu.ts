import type { Pool } from '@prospecting/platform/postgres';
import { cpuSeconds } from './cpu-time.js';
import { postgresPids } from './database.js';

/** Whose CPU time is read. The clients are the generator, or this process while it looks for the best rate. */
export const USERS = ['product', 'postgres', 'clients'] as const;
export type User = (typeof USERS)[number];

/** Cores that each used, on average: 0.5 is half of one core's time. */
export type Cores = Readonly<Record<User, number>>;

/** Reads the CPU time of the processes at intervals, so that each phase can be told afterwards. */
export interface CpuWatch {
  /** Returns what was used between two times of the clock, to the nearest readings. */
  between(fromEpochMs: number, untilEpochMs: number): Cores;
  stop(): void;
}

interface Reading {
  readonly atEpochMs: number;
  readonly seconds: Cores;
}

const INTERVAL_MS = 250;

/** Starts reading. PostgreSQL counts with the processes that it has now. */
export async function watchCpu(
  pool: Pool,
  pids: Readonly<Record<Exclude<User, 'postgres'>, readonly number[]>>,
): Promise<CpuWatch> {
  const all = { ...pids, postgres: await postgresPids(pool) };
  const readings: Reading[] = [];
  const read = async (): Promise<void> => {
    const atEpochMs = Date.now();
    const [product, postgres, clients] = await Promise.all(USERS.map((user) => cpuSeconds(all[user])));
    readings.push({ atEpochMs, seconds: { product, postgres, clients } as Cores });
  };
  await read();
  const timer = setInterval(() => void read(), INTERVAL_MS);
  const nearest = (epochMs: number): Reading =>
    readings.reduce((best, each) =>
      Math.abs(each.atEpochMs - epochMs) < Math.abs(best.atEpochMs - epochMs) ? each : best,
    );
  return {
    between(fromEpochMs, untilEpochMs) {
      const from = nearest(fromEpochMs);
      const until = nearest(untilEpochMs);
      const seconds = Math.max(1, until.atEpochMs - from.atEpochMs) / 1_000;
      const used = USERS.map((user) => [user, (until.seconds[user] - from.seconds[user]) / seconds]);
      return Object.fromEntries(used) as Cores;
    },
    stop: () => clearInterval(timer),
  };
}
