import { readFile } from 'node:fs/promises';
import { logOf } from '../supervisor.js';
import type { Verification } from './verification.js';

const EXAMPLES = 3;

/** Constraints that statements run into on purpose, to be told that something is there already. */
const UNIQUE = /duplicate key value violates unique constraint/;
const VIOLATION = /violates (?:\w+-?\w*) constraint|are never changed|is resolved once/;

/** No service logged that it broke a constraint, or that something happened which it has no name for; nor did the server see it. */
export async function verifyLogs({ names, logDir, database }: Verification): Promise<string[]> {
  const wrongs: string[] = [];
  for (const name of names) {
    const lines = (await readFile(logOf(logDir, name), 'utf8')).split('\n');
    wrongs.push(
      ...summarise(
        `${name} logged a broken constraint`,
        lines.filter((line) => /"code":"23\d\d\d"/.test(line)),
      ),
      ...summarise(`${name} logged an error without a name`, lines.filter(isUnexpected)),
    );
  }
  const server = (await database.log()).split('\n').filter((line) => VIOLATION.test(line) && !UNIQUE.test(line));
  return [...wrongs, ...summarise('PostgreSQL refused a row', server)];
}

/** A crash point that throws is such an error, and meant; one that another service told says less than that service's own log. */
function isUnexpected(line: string): boolean {
  const isNameless = /"level":"(?:error|fatal)"/.test(line) && /"code":"internal_error"/.test(line);
  return isNameless && !/crash point|"message":"from /.test(line);
}

function summarise(what: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [
        `${what} ${lines.length} times: ${lines
          .slice(0, EXAMPLES)
          .map((line) => line.slice(0, 600))
          .join(' | ')}`,
      ];
}
