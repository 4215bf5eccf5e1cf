import type { Random } from '@prospecting/platform/random';
import { CRASH_POINTS, type Service } from './services.js';

/*
 * A throw costs one try, a kill costs the start of a process. So a run has many throws and few
 * kills.
 */

/** Points that are reached only after something else failed. */
const RARE = new Set(['reveal.recovering', 'reveal.aborted']);

/**
 * Milliseconds: below every deadline, above the deadline between services, above that of a whole
 * request.
 */
const STALLS_MS = [150, 2_000, 11_000];

/**
 * Draws the crash rules for the next life of a process: a throw at every point now and then, a
 * stall at some, and one point at which the process dies. Points not seen yet get a rule that fires
 * soon.
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
    .sample(points, 2)
    .map((point) => `${point}=stall:${random.pick(STALLS_MS)}/${often(point) ? random.between(20, 60) : 7}`);
  const deadly = random.pick(points);
  const death = `${deadly}=kill@${often(deadly) ? random.between(20, 300) : random.between(2, 12)}`;
  return [...throws, ...stalls, death].join(',');
}
