import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Pool } from '@prospecting/platform/postgres';
import type { RevealCrashPoint } from '../spending/crash-points.js';

/** Something that a test waits for, or makes others wait for. */
export interface Signal {
  readonly raised: Promise<void>;
  raise(): void;
}

export function createSignal(): Signal {
  let raise = (): void => {};
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise: () => raise() };
}

/** Holds whoever passes a point, until a test lets them go. */
export interface Gate {
  readonly crashPoints: CrashPoints<RevealCrashPoint>;
  /** Resolves when so many have come. */
  arrived(count: number): Promise<void>;
  /** Lets go those who wait, and all who come later. */
  open(): void;
}

export function createGate(at: RevealCrashPoint): Gate {
  let passings = 0;
  const opened = createSignal();
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    crashPoints: {
      async pass(point) {
        if (point !== at) return;
        passings += 1;
        for (const { count, resolve } of waiting) if (passings >= count) resolve();
        await opened.raised;
      },
    },
    arrived: (count) =>
      new Promise((resolve) => {
        if (passings >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    open: () => opened.raise(),
  };
}

/** A pool whose first statement waits until it is let go, as for a free connection. */
export function holdFirstQuery(pool: Pool): { pool: Pool; held: Signal; goOn: Signal } {
  const [held, goOn] = [createSignal(), createSignal()];
  const query = async (...asked: Parameters<Pool['query']>): Promise<unknown> => {
    held.raise();
    await goOn.raised;
    return (pool.query as (...all: unknown[]) => Promise<unknown>).apply(pool, asked);
  };
  return { pool: Object.assign(Object.create(pool) as Pool, { query }), held, goOn };
}
