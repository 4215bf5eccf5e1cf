import { type Node, type Value } from './tree.js';

/** Returns a script for fish 3 or later. */
export function toFish(nodes: readonly Node[]): string {
  return `# Completion of prospect for fish, printed by: prospect completion fish
# Succeeds while the command line names exactly this command.
function __prospect_at
    set -l command prospect
    set -l option ''
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            set option ''
        else if string match -q -- '-*' $word
            if contains -- "$command $word" ${words(valued(nodes))}
                set option $word
            end
        else if contains -- "$command $word" ${words(nodes.map(({ path }) => path))}
            set command "$command $word"
        end
    end
    test "$command" = "$argv[1]"
end
complete -c prospect -f
${nodes.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, subcommands, flags, argument }: Node): string[] {
  const at = `complete -c prospect -n ${quote(`__prospect_at ${quote(path)}`)}`;
  return [
    ...subcommands.map(({ name, description }) => `${at} -a ${quote(name)} -d ${quote(description)}`),
    ...(argument === undefined ? [] : [`${at}${wordsOf(argument)}${argument.isFile ? ' -F' : ''}`]),
    ...flags.map(({ names, description, value }) => {
      const flag = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
      return `${at}${flag.join('')}${value === undefined ? '' : `${value.isFile ? ' -rF' : ' -x'}${wordsOf(value)}`} -d ${quote(description)}`;
    }),
  ];
}

function wordsOf({ choices }: Value): string {
  return choices.length === 0 ? '' : ` -a ${quote(choices.join(' '))}`;
}

function valued(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, value }) => (value === undefined ? [] : names.map((name) => `${path} ${name}`))),
  );
}

function words(texts: readonly string[]): string {
  return texts.map(quote).join(' ');
}

/** Quotes text for fish, in whose quotes a backslash escapes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
