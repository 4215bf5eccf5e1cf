import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line is wrong. `main.ts` prints the message and exits 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** Parses `--name value` and `--flag`, and no positional arguments. Throws UsageError. */
export function parseOptions(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): OptionValues {
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return values as OptionValues;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns a whole number within bounds, or the fallback if the option is missing. Throws
 * UsageError.
 */
export function wholeNumber(
  values: OptionValues,
  name: string,
  fallback: number,
  [minimum, maximum]: readonly [number, number],
): number {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new UsageError(`--${name} must be a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}

/**
 * Returns a list of names, each one of `known`, or all of them if the option is missing. Throws
 * UsageError.
 */
export function namesOf<Name extends string>(values: OptionValues, option: string, known: readonly Name[]): Name[] {
  const text = values[option];
  if (text === undefined) return [...known];
  const names = String(text).split(',');
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`--${option}: unknown name ${unknown}; expected ${known.join(', ')}`);
  return known.filter((name) => names.includes(name));
}
