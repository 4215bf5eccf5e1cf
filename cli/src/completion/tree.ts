import type { Argument, Command, Option } from 'commander';
import { nameOf } from '../help.js';

/** What may follow an option or stand as an argument. */
export interface Value {
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

export interface Flag {
  /** `--json`, `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Absent: the option takes none. */
  readonly value?: Value;
}

export interface Word {
  readonly name: string;
  readonly description: string;
}

/** One command, as the scripts of all shells complete it. */
export interface Node {
  /** `prospect key create`. */
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly flags: readonly Flag[];
  readonly argument?: Value;
}

/** Lists a command and everything below it. */
export function toNodes(command: Command): Node[] {
  const help = command.createHelp();
  const [argument] = command.registeredArguments;
  const node = {
    path: nameOf(command),
    subcommands: help.visibleCommands(command).map((each) => ({ name: each.name(), description: each.description() })),
    flags: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map(toFlag),
    ...(argument !== undefined && { argument: toValue(argument, argument.name()) }),
  };
  return [node, ...command.commands.flatMap(toNodes)];
}

function toFlag(option: Option): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const placeholder = /[<[](.+?)[\]>]/.exec(option.flags)?.[1];
  return {
    names,
    description: option.description,
    ...(placeholder !== undefined && { value: toValue(option, placeholder) }),
  };
}

function toValue({ argChoices = [] }: Pick<Option | Argument, 'argChoices'>, placeholder: string): Value {
  return { choices: argChoices, isFile: /^(file|directory)$/.test(placeholder) };
}

/** Quotes text for a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
