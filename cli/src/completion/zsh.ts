import { caseFunctions, FILES } from './case-functions.js';
import { quote, type Node, type Word } from './tree.js';

/** Returns a script for zsh, for a file of `fpath` or for `source`. */
export function toZsh(nodes: readonly Node[]): string {
  return `#compdef prospect
# Completion of prospect for zsh, printed by: prospect completion zsh
${caseFunctions(nodes, branch)}
_prospect() {
  local command=prospect option= word
  local -i index
  local -a reply
  for (( index = 2; index < CURRENT; index++ )); do
    word="\${words[index]}"
    if [[ -n $option ]]; then
      option=
    elif [[ $word == -* ]]; then
      if [[ $word != *=* ]] && __prospect_values "$command" "$word"; then option=$word; fi
    elif __prospect_words "$command $word"; then
      command="$command $word"
    fi
  done
  word="\${words[CURRENT]}"
  reply=()
  if [[ -z $option && $word == --*=* ]]; then
    option="\${word%%=*}"
    compset -P '*='
  fi
  if [[ -n $option ]]; then
    __prospect_values "$command" "$option"
  elif [[ $word == -* ]]; then
    __prospect_flags "$command"
  else
    __prospect_words "$command"
  fi
  if [[ "\${reply[1]}" == '${FILES}' ]]; then
    _files
  elif (( \${#reply} > 0 )); then
    _describe prospect reply
  fi
}
if [[ "\${funcstack[1]}" == _prospect ]]; then _prospect "$@"; else compdef _prospect prospect; fi
`;
}

/** One branch that sets `reply` to words with their descriptions, as `_describe` reads them. */
function branch(pattern: string, words: readonly Word[]): string {
  const described = words.map(({ name, description }) =>
    quote(description === '' ? name : `${name.replaceAll(':', String.raw`\:`)}:${description}`),
  );
  return `    ${quote(pattern)}) reply=(${described.join(' ')}) ;;`;
}
