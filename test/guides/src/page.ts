/** Reads the code blocks of a page of the guides. README.md describes the conventions. */

/** A language whose blocks run, by the word after the fence. */
export type Language = 'bash' | 'ts' | 'python';

/** A block that runs. */
export interface Step {
  readonly language: Language;
  readonly code: string;
  /** Line of its first fence in the page, from 1. */
  readonly line: number;
  /** What a bash block prints, if the page shows it. */
  readonly answer?: Answer;
  /** What a TypeScript or Python block prints: the texts after its arrows, line by line. */
  readonly shown: readonly string[];
}

/** A block that shows what curl prints. */
export interface Answer {
  readonly language: 'json' | 'http';
  readonly text: string;
  readonly line: number;
}

export interface Page {
  readonly steps: readonly Step[];
  /** What breaks the conventions, one line each. */
  readonly faults: readonly string[];
}

interface Block {
  readonly language: string;
  readonly label: string | undefined;
  readonly code: string;
  readonly line: number;
  /** Number of its code group; undefined outside one. */
  readonly group: number | undefined;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*(\S*)(?:\s+\[([^\]]+)\])?\s*$/;
const GROUP = /^:::\s*code-group\b/;
const END_OF_CONTAINER = /^:::\s*$/;
const RUNS: readonly string[] = ['bash', 'ts', 'python'] satisfies Language[];
const SHOWS: readonly string[] = ['json', 'http'] satisfies Answer['language'][];
/** A block of text is prose: it is neither run nor compared. */
const PROSE = 'text';
/** The blocks of a group, by label: a call in every language, or an installation by package manager. */
const GROUPS = ['bash [curl], ts [TypeScript], python [Python]', 'bash [npm], bash [pip]'];
/** The comment sign of a language and the arrow before a printed line. */
const ARROW = /^(?:.*\s)?(?:\/\/|#) → (.*)$/;

/** Returns the steps of a page in order, and every breach of the conventions. */
export function readPage(text: string): Page {
  const { blocks, faults } = readBlocks(text);
  const parts = partsOf(blocks);
  const steps: Step[] = [];
  let part: { readonly blocks: readonly Block[]; answered: boolean } | undefined;
  for (const [index, blocksOfPart] of parts.entries()) {
    const [first] = blocksOfPart;
    if (first === undefined || first.language === PROSE) continue;
    if (SHOWS.includes(first.language)) {
      if (part === undefined || part.answered) faults.push(`line ${first.line}: an answer to no block`);
      else part.answered = true;
      continue;
    }
    faults.push(...faultsOf(blocksOfPart));
    part = { blocks: blocksOfPart, answered: false };
    const answer = answerIn(parts[index + 1]);
    for (const block of blocksOfPart) {
      const step = stepOf(block, answer);
      if (step !== undefined) steps.push(step);
      if (step !== undefined && answer !== undefined && step.language !== 'bash' && step.shown.length === 0)
        faults.push(`line ${block.line}: prints nothing of the answer`);
    }
  }
  return { steps, faults };
}

function stepOf({ language, code, line }: Block, answer: Answer | undefined): Step | undefined {
  if (!isLanguage(language)) return undefined;
  const shown = code.split('\n').flatMap((written) => ARROW.exec(written)?.[1]?.trimEnd() ?? []);
  return { language, code, line, shown, ...(language === 'bash' && answer !== undefined && { answer }) };
}

function isLanguage(language: string): language is Language {
  return RUNS.includes(language);
}

function answerIn(blocks: readonly Block[] | undefined): Answer | undefined {
  const [block] = blocks ?? [];
  if (block === undefined || !SHOWS.includes(block.language)) return undefined;
  return { language: block.language as Answer['language'], text: block.code, line: block.line };
}

function faultsOf(blocks: readonly Block[]): string[] {
  const faults = blocks
    .filter(({ language }) => !isLanguage(language))
    .map(({ language, line }) => `line ${line}: nothing runs a block of '${language}'`);
  const [{ group, line } = { group: undefined, line: 0 }] = blocks;
  const written = blocks.map(({ language, label }) => `${language} [${label ?? ''}]`).join(', ');
  if (group !== undefined && !GROUPS.includes(written))
    faults.push(`line ${line}: a group of ${written} instead of ${GROUPS.join(' or ')}`);
  return faults;
}

/** Joins the blocks of each group. Every other block is a part of its own. */
function partsOf(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.group !== undefined && last?.[0]?.group === block.group) last.push(block);
    else parts.push([block]);
  }
  return parts;
}

function readBlocks(text: string): { blocks: Block[]; faults: string[] } {
  const blocks: Block[] = [];
  const faults: string[] = [];
  let groups = 0;
  let group: number | undefined;
  let open: (Block & { readonly fence: string; readonly lines: string[] }) | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, fence = '', language = '', label] = FENCE.exec(line) ?? [];
    if (open !== undefined) {
      if (fence === open.fence && language === '') {
        blocks.push({ ...open, code: open.lines.join('\n') });
        open = undefined;
      } else {
        open.lines.push(line);
      }
    } else if (fence !== '') {
      open = { fence, language, label, code: '', lines: [], line: index + 1, group };
    } else if (GROUP.test(line)) {
      groups += 1;
      group = groups;
    } else if (END_OF_CONTAINER.test(line)) {
      group = undefined;
    } else if (line.includes('```')) {
      faults.push(`line ${index + 1}: a fence that cannot be read`);
    }
  }
  if (open !== undefined) faults.push(`line ${open.line}: a fence without an end`);
  return { blocks, faults };
}
