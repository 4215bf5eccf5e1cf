import type { Command } from 'commander';

/** Ids in examples. They belong to nobody. */
export const ACCOUNT = '0198c0de-5a5a-7000-8000-0123456789ab';
export const KEY = '0198c0de-7e7e-7000-8000-ba9876543210';

/**
 * Returns the section of a help that shows calls of the command. A line that begins with `#`
 * explains the next one. A test passes every call through a shell and the parser.
 */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => (line.startsWith('#') ? `  ${line}` : `  $ ${line}`)).join('\n')}`;
}

/** Returns the words that call the command: `prospect key create`. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/** Returns the sentence that ends every message about wrong usage. */
export function helpHint(command: Command): string {
  return `Run ${nameOf(command)} --help for its options and examples.`;
}

/** Ends the parser's messages about a command, and about those below it, with the call of its help. */
export function pointToHelp(command: Command): void {
  command.showHelpAfterError(helpHint(command));
  command.commands.forEach(pointToHelp);
}
