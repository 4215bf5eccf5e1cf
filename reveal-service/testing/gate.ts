import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Pool } from '@prospecting/platform/postgres';
import type { RevealCrashPoint } from '#src/spending/crash-points.js';

/** An event that a test waits for, or that holds other code until the test raises it. */
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

/** Holds all code that passes a crash point, until the test opens the gate. */
export interface Gate {
  readonly crashPoints: CrashPoints<RevealCrashPoint>;
  /** Resolves when `count` callers have reached the point. */
  arrived(count: number): Promise<void>;
  /** Releases the callers that wait, and lets all later ones pass. */
  open(): void;
}

export function createGate(at: RevealCrashPoint): Gate {
  let arrivals = 0;
  const opened = createSignal();
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    crashPoints: {
      async pass(point) {
        if (point !== at) return;
        arrivals += 1;
        for (const { count, resolve } of waiting) if (arrivals >= count) resolve();
        await opened.raised;
      },
    },
    arrived: (count) =>
      new Promise((resolve) => {
        if (arrivals >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    open: () => opened.raise(),
  };
}

/**
 * Wraps a pool so that its statements wait, as for a free connection, until the test raises
 * `resume`.
 */
export function holdFirstQuery(pool: Pool): { pool: Pool; held: Signal; resume: Signal } {
  const [held, resume] = [createSignal(), createSignal()];
  const query = async (...values: Parameters<Pool['query']>): Promise<unknown> => {
    held.raise();
    await resume.raised;
    return (pool.query as (...all: unknown[]) => Promise<unknown>).apply(pool, values);
  };
  return { pool: Object.assign(Object.create(pool) as Pool, { query }), held, resume };
}
