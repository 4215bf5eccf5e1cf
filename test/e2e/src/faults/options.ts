import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** What one run of the harness is asked for. */
export interface FaultOptions {
  /** Faults to inject, at least; it goes on until every crash point has been acted on. */
  readonly faults: number;
  /** Decides operations, rules and the order of faults; when they meet, the machine decides. */
  readonly seed: number;
  /** Injecting ends after this, whatever was reached. May be a fraction. */
  readonly minutes: number;
}

export const USAGE = `npm run test:faults -- [options]
  --faults N   inject at least N faults (2000)
  --seed S     draw operations and faults from this seed (random)
  --minutes M  stop injecting after M minutes (20)`;

/** Throws TypeError on an unknown option or a value that is not a whole number. */
export function readOptions(argv: readonly string[]): FaultOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { faults: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
  });
  return {
    faults: wholeNumber('faults', values.faults) ?? 2_000,
    seed: wholeNumber('seed', values.seed) ?? randomInt(2 ** 31),
    minutes: wholeNumber('minutes', values.minutes) ?? 20,
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`--${name} must be a whole number`);
  return Number(text);
}
