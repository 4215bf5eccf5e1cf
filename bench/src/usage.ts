import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line is wrong; `main.ts` prints the sentence and exits 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** Reads `--name value` and `--flag`; nothing positional. Throws UsageError. */
export function parseOptions(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): OptionValues {
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return values as OptionValues;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A whole number within bounds, or the fallback where the option is not given. Throws UsageError. */
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

/** A list of names, each one of `known`, or all of them where the option is not given. Throws UsageError. */
export function namesOf<Name extends string>(values: OptionValues, option: string, known: readonly Name[]): Name[] {
  const text = values[option];
  if (text === undefined) return [...known];
  const names = String(text).split(',');
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`--${option}: there is no ${unknown}, only ${known.join(', ')}`);
  return known.filter((name) => names.includes(name));
}
