/** Finds the code blocks of a page of Markdown. */

export interface Block {
  /** The word after the fence. */
  readonly language: string;
  /** The text in brackets after it: the title of its tab in a code group. */
  readonly label: string | undefined;
  readonly code: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** Number of its code group; undefined outside one. */
  readonly group: number | undefined;
}

const BLOCK = /^ *(`{3,})(\S*)(?: +\[([^\]]+)\])? *\n([\s\S]*?)^ *\1 *$/gm;
/** The start of a container, with its name, or its end. */
const CONTAINER = /^:::+ *(\S*)/gm;
const FENCE = /^.*(?:```|~~~).*$/gm;

/** Returns the blocks in order, and a line for each fence that does not belong to a block. */
export function readBlocks(text: string): { readonly blocks: readonly Block[]; readonly faults: readonly string[] } {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const blocks: Block[] = [];
  const faults: string[] = [];
  let groups = 0;
  let group: number | undefined;
  let readTo = 0;
  const readProse = (end: number): void => {
    const prose = text.slice(readTo, end);
    for (const { index } of prose.matchAll(FENCE))
      faults.push(`line ${lineAt(readTo + index)}: a fence without a block`);
    for (const [, name] of prose.matchAll(CONTAINER)) {
      if (name === 'code-group') groups += 1;
      group = name === 'code-group' ? groups : undefined;
    }
  };
  for (const match of text.matchAll(BLOCK)) {
    const [whole, , language = '', label, code = ''] = match;
    readProse(match.index);
    blocks.push({ language, label, code: code.trimEnd(), line: lineAt(match.index), group });
    readTo = match.index + whole.length;
  }
  readProse(text.length);
  return { blocks, faults };
}
