import { validationFailed } from '@prospecting/platform/errors';
import type { RecordKind } from '../record-kinds.js';
import { bolagsverket } from './bolagsverket.js';
import { brregCsv } from './brreg-csv.js';
import { brregJson } from './brreg-json.js';
import { canonical } from './canonical.js';
import { cvr } from './cvr.js';
import type { Format } from './format.js';
import { gleif } from './gleif.js';
import { scb } from './scb.js';
import { ytj } from './ytj.js';

/**
 * Every format, in the order in which people see them. `FormatName`, the choices and help of
 * `prospect import` and the table in the README of this package follow from this list.
 */
const FORMATS = [
  canonical,
  brregJson,
  brregCsv,
  bolagsverket,
  scb,
  cvr,
  ytj,
  gleif,
] as const satisfies readonly Format[];

export type FormatName = (typeof FORMATS)[number]['name'];

/** Returns the formats that have records of this kind; without a kind, every format. */
export function formatsFor(kind?: RecordKind): readonly Format<FormatName>[] {
  return FORMATS.filter((format: Format) => kind === undefined || format.kinds.includes(kind));
}

/**
 * Returns the names of the formats that have records of this kind; without a kind, of every format.
 */
export function formatNames(kind?: RecordKind): FormatName[] {
  return formatsFor(kind).map(({ name }) => name);
}

/** @throws validation_failed when there is no such format, or it has no records of this kind */
export function findFormat(name: string, kind: RecordKind): Format<FormatName> {
  const format = formatsFor(kind).find((each) => each.name === name);
  if (format !== undefined) return format;
  const detail = `${kind} can be imported as ${formatNames(kind).join(', ')}, not as ${name}`;
  throw validationFailed({ format: [detail] }, detail);
}
