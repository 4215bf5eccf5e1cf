import { CRASH_POINTS, type Service } from './services.js';
import type { Random } from './random.js';

/*
 * A throw costs a try, a kill costs the start of a process: so the run has many of the one and few of
 * the other.
 */

/** Points that are passed only after something else went wrong. */
const RARE = new Set(['reveal.recovering', 'reveal.aborted']);

/** Milliseconds: within the deadlines, longer than the one between services, longer than a whole request's. */
const STALLS_MS = [150, 2_000, 11_000];

/**
 * Rules for the next life of a process: a throw at every point now and then, a stall at some, and one point at which it dies. Points that
 * nothing has acted on yet act soon.
 */
export function drawCrashRules(random: Random, service: Service, wasSeen: (point: string) => boolean): string {
  const points = CRASH_POINTS[service];
  if (points.length === 0) return '';
  const often = (point: string): boolean => !RARE.has(point);
  const throws = points.map((point) => {
    const every = often(point) ? random.between(6, 15) : random.between(4, 8);
    return wasSeen(point) ? `${point}=throw/${every}` : `${point}=throw@${random.between(1, 3)}`;
  });
  const stalls = random
    .some(points, 2)
    .map((point) => `${point}=stall:${random.pick(STALLS_MS)}/${often(point) ? random.between(20, 60) : 7}`);
  const deadly = random.pick(points);
  const death = `${deadly}=kill@${often(deadly) ? random.between(20, 300) : random.between(2, 12)}`;
  return [...throws, ...stalls, death].join(',');
}
