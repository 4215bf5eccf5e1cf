import { validationFailed } from '@prospecting/platform/errors';
import type { RecordKind } from '../options.js';
import { brregCsv } from './brreg-csv.js';
import { brregJson } from './brreg-json.js';
import { canonical } from './canonical.js';
import type { Format } from './format.js';

/** Every format, in the order in which they are listed to people. */
const FORMATS: readonly Format[] = [canonical, brregJson, brregCsv];

/** The names that a file of this kind may be imported under; of every format without a kind. */
export function formatNames(kind?: RecordKind): string[] {
  const fitting = FORMATS.filter((format) => kind === undefined || format.kinds.includes(kind));
  return fitting.map((format) => format.name);
}

/** @throws validation_failed when there is no such format, or it has no records of this kind */
export function formatNamed(name: string, kind: RecordKind): Format {
  const format = FORMATS.find((each) => each.name === name);
  if (format?.kinds.includes(kind) === true) return format;
  const detail = `${kind} can be imported as ${formatNames(kind).join(', ')}, not as ${name}`;
  throw validationFailed({ format: [detail] }, detail);
}
