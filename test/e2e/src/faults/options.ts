import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** The options of one run. */
export interface FaultOptions {
  /**
   * The least number of faults. The run goes on until a fault was injected at every crash point.
   */
  readonly faults: number;
  /**
   * The seed of operations, rules and the order of faults. The machine decides when they coincide.
   */
  readonly seed: number;
  /** The time limit of the injection, in minutes. May be a fraction. */
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
