import type { Node, Value, Word } from './tree.js';

/** Stands for the names of files, which the shell completes itself. */
export const FILES = '<file>';

/**
 * Returns the functions in which bash and zsh look up what to offer: the subcommands or the argument
 * of a command, its options, and the values of an option.
 * @param branch returns the branch of a `case` that answers with words
 */
export function caseFunctions(
  nodes: readonly Node[],
  branch: (pattern: string, words: readonly Word[]) => string,
): string {
  const commands = nodes.map(({ path, subcommands, argument }) => branch(path, [...subcommands, ...wordsOf(argument)]));
  const flags = nodes.map((node) =>
    branch(
      node.path,
      node.flags.flatMap(({ names, description }) => names.map((name) => ({ name, description }))),
    ),
  );
  const values = nodes.flatMap(({ path, flags: options }) =>
    options.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => branch(`${path} ${name}`, wordsOf(value))),
    ),
  );
  return `__prospect_words() {
  case "$1" in
${commands.join('\n')}
    *) return 1 ;;
  esac
}
__prospect_flags() {
  case "$1" in
${flags.join('\n')}
  esac
}
# Fails for an option without a value.
__prospect_values() {
  case "$1 $2" in
${values.join('\n')}
    *) return 1 ;;
  esac
}`;
}

function wordsOf(value: Value | undefined): readonly Word[] {
  if (value === undefined) return [];
  return (value.isFile ? [FILES] : value.choices).map((name) => ({ name, description: '' }));
}
