import { readBlocks, type Block } from './blocks.js';

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
  /** What a block without an answer prints: the texts after its arrows, line by line. */
  readonly shown: readonly string[];
}

/** A block that shows what curl prints. */
export interface Answer {
  readonly language: 'json' | 'http';
  readonly text: string;
  readonly line: number;
}

/** What the test reads of a page. README.md describes how a page is written. */
export interface Page {
  readonly steps: readonly Step[];
  /** What breaks the conventions, one line each. */
  readonly faults: readonly string[];
}

/** Blocks that stand together, and the answer that follows them. */
interface Part {
  readonly blocks: readonly Block[];
  readonly answer: Answer | undefined;
}

const RUNS: readonly string[] = ['bash', 'ts', 'python'] satisfies Language[];
const SHOWS: readonly string[] = ['json', 'http'] satisfies Answer['language'][];
/** A block of text is prose: it is neither run nor compared. */
const PROSE = 'text';
/** The blocks of a group: a call in every language, or an installation by package manager. */
const GROUPS = ['bash [curl], ts [TypeScript], python [Python]', 'bash [npm], bash [pip]'];
/** The comment sign of a language and the arrow before a printed line. */
const ARROW = /^(?:.*\s)?(?:\/\/|#) → (.*)$/;

/** Returns the steps of a page in order, and every breach of the conventions. */
export function readPage(text: string): Page {
  const { blocks, faults } = readBlocks(text);
  const { parts, strayAnswers } = partsOf(blocks.filter(({ language }) => language !== PROSE));
  return {
    steps: parts.flatMap(stepsOf),
    faults: [
      ...faults,
      ...strayAnswers.map(({ line }) => `line ${line}: an answer to no block`),
      ...parts.flatMap(faultsOf),
    ],
  };
}

function partsOf(blocks: readonly Block[]): { parts: readonly Part[]; strayAnswers: readonly Block[] } {
  const parts: { readonly blocks: Block[]; answer: Answer | undefined }[] = [];
  const strayAnswers: Block[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (SHOWS.includes(block.language)) {
      if (last === undefined || last.answer !== undefined) strayAnswers.push(block);
      else last.answer = { language: block.language as Answer['language'], text: block.code, line: block.line };
    } else if (block.group !== undefined && last?.blocks[0]?.group === block.group) last.blocks.push(block);
    else parts.push({ blocks: [block], answer: undefined });
  }
  return { parts, strayAnswers };
}

function stepsOf({ blocks, answer }: Part): Step[] {
  return blocks.filter(isStep).map(({ language, code, line }) => ({
    language,
    code,
    line,
    shown: linesShownIn(code),
    ...(language === 'bash' && answer !== undefined && { answer }),
  }));
}

function linesShownIn(code: string): string[] {
  return code.split('\n').flatMap((line) => ARROW.exec(line)?.[1]?.trimEnd() ?? []);
}

function isStep(block: Block): block is Block & { readonly language: Language } {
  return RUNS.includes(block.language);
}

function faultsOf({ blocks, answer }: Part): string[] {
  const [first] = blocks;
  const faults = blocks
    .filter((block) => !isStep(block))
    .map(({ language, line }) => `line ${line}: nothing runs a block of '${language}'`);
  const written = blocks.map(({ language, label }) => `${language} [${label ?? ''}]`).join(', ');
  if (first?.group !== undefined && !GROUPS.includes(written))
    faults.push(`line ${first.line}: a group of ${written} instead of ${GROUPS.join(' or ')}`);
  const silent = blocks.filter(({ language, code }) => language !== 'bash' && linesShownIn(code).length === 0);
  if (answer !== undefined) faults.push(...silent.map(({ line }) => `line ${line}: prints nothing of the answer`));
  return faults;
}
