import { parseArgs } from 'node:util';
import type { Millicredits } from './enrichment.js';
import { toMillicredits } from './enrichment.js';
import type { InfoType } from './people.js';
import { UserError } from './user-error.js';

export const USAGE = `Usage: enrich-csv people|organizations INPUT.csv --output OUTPUT.csv [options]

  --budget CREDITS      reveal for at most this many credits. Without it, you are asked; where nobody
                        can be asked, the price is reported and nothing is revealed.
  --info email,phone    what to reveal of people. Default: email. Of organizations: their details.
  --map FIELD=COLUMN    a column whose header means something else here; may be repeated

PROSPECTING_API_KEY and PROSPECTING_BASE_URL say where, and for which account.
`;

export interface Options {
  readonly kind: 'people' | 'organizations';
  readonly input: string;
  readonly output: string;
  readonly infoTypes: readonly InfoType[];
  /** Columns by field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly budget?: Millicredits;
}

/** Reads the command line. Throws a UserError that says what is wrong with it. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parse(argv);
  const [kind, input, ...others] = positionals;
  if (kind !== 'people' && kind !== 'organizations') throw new UserError(USAGE);
  if (input === undefined || others.length > 0 || values.output === undefined) throw new UserError(USAGE);
  return {
    kind,
    input,
    output: values.output,
    infoTypes: readInfoTypes(values.info),
    columns: readColumns(values.map),
    ...(values.budget !== undefined && { budget: readBudget(values.budget) }),
  };
}

function parse(argv: readonly string[]) {
  const options = {
    output: { type: 'string' },
    budget: { type: 'string' },
    info: { type: 'string', default: 'email' },
    map: { type: 'string', multiple: true, default: [] as string[] },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readInfoTypes(text: string): InfoType[] {
  const types = [...new Set(text.split(','))];
  if (types.every((type) => type === 'email' || type === 'phone')) return types;
  throw new UserError(`--info is email, phone or email,phone; it is not ${text}.`);
}

function readColumns(pairs: readonly string[]): Record<string, string> {
  const columns = pairs.map((pair) => {
    const [, field, column] = /^(\w+)=(.+)$/.exec(pair) ?? [];
    if (field === undefined || column === undefined) throw new UserError(`--map is FIELD=COLUMN; it is not ${pair}.`);
    return [field, column] as const;
  });
  return Object.fromEntries(columns);
}

/** Reads an amount of credits. A decimal comma is understood. */
export function readBudget(text: string): Millicredits {
  if (!/^\d+([.,]\d{1,3})?$/.test(text.trim())) {
    throw new UserError(`A budget is a number of credits such as 12 or 12.4; it is not "${text}".`);
  }
  return toMillicredits(Number(text.trim().replace(',', '.')));
}
