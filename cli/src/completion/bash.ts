import { caseFunctions, FILES } from './case-functions.js';
import { quote, type Node, type Word } from './tree.js';

/**
 * Returns a script for bash 3.2 or later. It needs no package for completions. The shell splits
 * words at `=`, so `--subject=contact` arrives as three.
 */
export function toBash(nodes: readonly Node[]): string {
  return `# Completion of prospect for bash, printed by: prospect completion bash
${caseFunctions(nodes, branch)}
_prospect() {
  local IFS=$'\\n' command=prospect option='' current="\${COMP_WORDS[COMP_CWORD]}" word words index
  [ "$current" = '=' ] && current=''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [ "$word" = '=' ]; then
      continue
    elif [ -n "$option" ]; then
      option=''
    elif [ "\${word#-}" != "$word" ]; then
      if __prospect_values "$command" "$word" >/dev/null; then option="$word"; fi
    elif __prospect_words "$command $word" >/dev/null; then
      command="$command $word"
    fi
  done
  if [ -n "$option" ]; then
    words="$(__prospect_values "$command" "$option")"
  elif [ "\${current#-}" != "$current" ]; then
    words="$(__prospect_flags "$command")"
  else
    words="$(__prospect_words "$command")"
  fi
  if [ "$words" = '${FILES}' ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _prospect prospect
`;
}

/** One branch that prints words, one on each line. */
function branch(pattern: string, words: readonly Word[]): string {
  return `    ${quote(pattern)}) ${words.length === 0 ? ':' : `printf '%s\\n' ${words.map(({ name }) => quote(name)).join(' ')}`} ;;`;
}
