import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const FOLDER = new URL('../../../data/codelists/', import.meta.url);

/** A register's list of codes. Read when it is first asked, so that other imports do not pay. */
export interface Codelist {
  /** Returns the register's own words for a code; the code itself when the list does not have it. */
  words(code: string): string;
  /** Returns true when records with this code are persons'. */
  isPerson(code: string): boolean;
}

interface Code {
  readonly words: string;
  readonly person: boolean;
}

/**
 * Opens a list of `data/codelists/`: a CSV file with the code in the first column, or a JSON object.
 *
 * @param wordsColumn index of the column with the words
 */
export function openCodelist(file: string, wordsColumn = 1): Codelist {
  let codes: ReadonlyMap<string, Code> | undefined;
  const find = (code: string): Code | undefined => {
    codes ??= file.endsWith('.json') ? readJson(file) : readCodes(file, wordsColumn);
    return codes.get(code);
  };
  return {
    words: (code) => find(code)?.words ?? code,
    isPerson: (code) => find(code)?.person === true,
  };
}

function readCodes(file: string, wordsColumn: number): Map<string, Code> {
  const [header = [], ...rows] = parse(readFileSync(new URL(file, FOLDER), 'utf8'), { bom: true });
  const personColumn = header.indexOf('natural_person');
  return new Map(
    rows.map((row) => [row[0] ?? '', { words: row[wordsColumn] ?? '', person: row[personColumn] === 'yes' }]),
  );
}

function readJson(file: string): Map<string, Code> {
  const names = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, string>;
  return new Map(Object.entries(names).map(([code, words]) => [code, { words, person: false }]));
}
