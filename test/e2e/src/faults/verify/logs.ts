import { readFile } from 'node:fs/promises';
import { logOf } from '../supervisor.js';
import type { Verification } from './verification.js';

const EXAMPLES = 3;

/** Unique constraints that statements hit on purpose, to learn that a row already exists. */
const UNIQUE = /duplicate key value violates unique constraint/;
const VIOLATION = /violates (?:\w+-?\w*) constraint|are never changed|is resolved once/;

/**
 * Checks that no service logged a broken constraint or an error without a known code, and that
 * PostgreSQL logged no constraint violation.
 */
export async function verifyLogs({ names, logDir, database }: Verification): Promise<string[]> {
  const problems: string[] = [];
  for (const name of names) {
    const lines = (await readFile(logOf(logDir, name), 'utf8')).split('\n');
    problems.push(
      ...summarise(
        `${name} logged a broken constraint`,
        lines.filter((line) => /"code":"23\d\d\d"/.test(line)),
      ),
      ...summarise(`${name} logged an error without a known code`, lines.filter(isUnexpected)),
    );
  }
  const server = (await database.log()).split('\n').filter((line) => VIOLATION.test(line) && !UNIQUE.test(line));
  return [...problems, ...summarise('PostgreSQL logged a constraint violation', server)];
}

/**
 * Returns whether a line is an unexpected error. Excludes crash points, and errors received from
 * another service, whose own log says more.
 */
function isUnexpected(line: string): boolean {
  const isUnnamed = /"level":"(?:error|fatal)"/.test(line) && /"code":"internal_error"/.test(line);
  return isUnnamed && !/crash point|"message":"from /.test(line);
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
